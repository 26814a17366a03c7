internal import EventLoop
internal import SystemCalls

/// Has sensors described, each on a thread of its own: one that does not answer holds up neither the loop nor
/// another sensor, nor the end of the program, which waits for no such thread.
///
/// Lives on the loop's thread.
final class SensorDescriber<Question: Sendable, Answer: Sendable> {
    /// What was found of a device.
    struct Result: Sendable {
        /// The device's directory in sysfs.
        let path: String
        /// What it is like.
        let answer: Answer
        fileprivate let job: Int
    }

    /// Describes the device of a directory. Runs on a thread, and may block.
    typealias Description = @Sendable (_ path: String, _ question: Question) -> Answer

    private struct Job {
        let number: Int
        var question: Question
        /// Whether the device changed since, so that the answer may be old.
        var isOutdated = false
    }

    private let describe: Description
    private let onResults: ([Result]) -> Void
    private let answers: Mailbox<Result>
    private var arrivals: DescriptorSource?
    private var jobs: [String: Job] = [:]
    private var lastNumber = 0

    /// - Parameters:
    ///   - describe: What is done on the threads.
    ///   - onResults: Called from the loop with what was found.
    init(
        loop: EventLoop, describe: @escaping Description, onResults: @escaping ([Result]) -> Void
    ) throws(SystemCallError) {
        self.describe = describe
        self.onResults = onResults
        answers = try Mailbox()
        arrivals = try loop.onReady(answers.descriptor, .readable) { [weak self] _ in
            guard let self else { return }
            let results = takeResults()
            if !results.isEmpty { self.onResults(results) }
        }
    }

    deinit { arrivals = nil }

    /// Has a device described, anew if that is going on already.
    ///
    /// - Parameter question: What is to be known besides the path.
    /// - Throws: ``SystemCallError`` if there can be no further thread.
    func describe(_ path: String, _ question: Question) throws(SystemCallError) {
        if let job = jobs[path] {
            jobs[path] = Job(number: job.number, question: question, isOutdated: true)
        } else {
            try start(path, question)
        }
    }

    /// Forgets a device that is gone. A thread that still asks it is left to itself: the kernel ends what is
    /// asked of a device that goes.
    func forget(_ path: String) { jobs[path] = nil }

    /// What is found within a time; all of it unless a sensor is slow.
    func results(within timeout: Duration) -> [Result] {
        let deadline = KernelClock.monotonic.now + timeout
        var results: [Result] = []
        while !jobs.isEmpty, answers.wait(timeout: deadline - KernelClock.monotonic.now) {
            results += takeResults()
        }
        return results
    }

    private func takeResults() -> [Result] {
        answers.takeAll().filter { result in
            guard let job = jobs[result.path], job.number == result.job else { return false }
            jobs[result.path] = nil
            guard job.isOutdated else { return true }
            do throws(SystemCallError) { try start(result.path, job.question) } catch { return true }
            return false
        }
    }

    private func start(_ path: String, _ question: Question) throws(SystemCallError) {
        lastNumber += 1
        let number = lastNumber
        try runDetached { [describe, answers] in
            answers.send(Result(path: path, answer: describe(path, question), job: number))
        }
        jobs[path] = Job(number: number, question: question)
    }
}
