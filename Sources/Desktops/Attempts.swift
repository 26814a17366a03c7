/// Several things to do of which one may fail without keeping the others from being done.
struct Attempts {
    private var failure: DesktopError?

    /// Does one of them.
    mutating func make(_ attempt: () throws(DesktopError) -> Void) {
        do throws(DesktopError) { try attempt() } catch { failure = failure ?? error }
    }

    /// Throws what the first that failed threw.
    func finish() throws(DesktopError) { if let failure { throw failure } }
}
