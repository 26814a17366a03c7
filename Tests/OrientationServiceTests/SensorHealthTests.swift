import OrientationProtocol
import Testing

@testable import OrientationService

@Suite("Sensor health")
struct SensorHealthTests {
    /// Seconds in nanoseconds.
    private func seconds(_ count: Int64) -> Int64 { count * 1_000_000_000 }

    private func started() -> SensorHealth {
        var health = SensorHealth()
        health.switchedOn()
        return health
    }

    @Test("a sensor is absent, idle, starting, and ready with its first measurement")
    func lifeCycle() {
        var health = SensorHealth()

        #expect(health.status == .absent)
        health.switchedOff()
        #expect(health.status == .idle)
        health.switchedOn()
        #expect(health.status == .starting)
        health.measured(at: seconds(1))
        #expect(health.status == .ready)
    }

    @Test("a failed read degrades a sensor until nothing has failed for ten seconds")
    func degraded() {
        var health = started()
        health.measured(at: seconds(1))

        health.readFailed(at: seconds(2))
        #expect(health.status == .degraded)
        health.measured(at: seconds(11))
        #expect(health.status == .degraded)
        health.measured(at: seconds(12))
        #expect(health.status == .ready)
    }

    @Test("a sensor that never answered is failed after three reads, and recovers with a measurement")
    func failed() {
        var health = started()

        health.readFailed(at: seconds(1))
        health.readFailed(at: seconds(2))
        #expect(health.status == .starting)
        health.readFailed(at: seconds(3))
        #expect(health.status == .failed)
        health.measured(at: seconds(4))
        #expect(health.status == .degraded)
    }

    @Test("silence stalls a sensor until the next measurement")
    func stalled() {
        var health = started()

        health.fellSilent()
        #expect(health.status == .stalled)
        health.measured(at: seconds(9))
        #expect(health.status == .ready)
    }

    @Test("a sensor that is read by a fall-back is degraded as long as it is")
    func fallback() {
        var health = started()

        health.readBy(fallback: true)
        health.measured(at: seconds(1))
        #expect(health.status == .degraded)
        health.readBy(fallback: false)
        health.measured(at: seconds(2))
        #expect(health.status == .ready)
        health.readBy(fallback: true)
        #expect(health.status == .degraded)
    }

    @Test("after waking up nothing is believed before a measurement")
    func wakeUp() {
        var health = started()
        health.measured(at: seconds(1))

        health.wokeUp()
        #expect(health.status == .suspended)
        health.measured(at: seconds(900))
        #expect(health.status == .ready)
    }
}
