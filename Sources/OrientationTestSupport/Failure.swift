/// The error that some code throws, for tests that look into it.
///
/// Swift Testing's `#expect(throws:)` returns the error too, but not before Swift 6.1.
///
/// - Returns: The error; nothing if none is thrown or one of another type.
public func failure<Failure: Error, Value>(
    _ type: Failure.Type, of body: () throws -> Value
) -> Failure? {
    do {
        _ = try body()
        return nil
    } catch {
        return error as? Failure
    }
}
