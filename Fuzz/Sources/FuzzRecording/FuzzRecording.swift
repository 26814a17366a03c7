internal import FuzzSupport
internal import Glibc
internal import IndustrialIO
internal import OrientationCore

/// Recordings: the samples of one are in order, within range and the same when it is read again, and
/// whatever they are the classifier takes them.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard ftruncate(file.descriptor, 0) == 0, pwrite(file.descriptor, start, count, 0) == count else {
        fatalError("the recording cannot be written")
    }
    guard let reader = try? RecordingReader(path: file.path) else { return 0 }
    let first = samples(of: reader)
    guard (try? reader.rewind()) != nil else { fatalError("cannot be read again") }
    let second = samples(of: reader)
    check(first.samples == second.samples && first.error == second.error, "not the same when read again")

    var classifier = OrientationClassifier(settings: ClassifierSettings())
    var last: Duration?
    for sample in first.samples {
        let (x, y, z) = (sample.acceleration.x, sample.acceleration.y, sample.acceleration.z)
        check([x, y, z].allSatisfy { abs($0) <= 10_000 }, "\(sample.acceleration) was taken")
        check(last.map { $0 <= sample.time } ?? true, "time goes back to \(sample.time)")
        last = sample.time
        _ = classifier.classify(sample.acceleration, at: sample.time)
    }
    return 0
}

private func samples(of reader: RecordingReader) -> (samples: [RecordedSample], error: RecordingError?) {
    var samples: [RecordedSample] = []
    do throws(RecordingError) {
        while let sample = try reader.next() { samples.append(sample) }
    } catch {
        return (samples, error)
    }
    return (samples, nil)
}

/// A file without a name that is written anew each time.
private let file: (descriptor: Int32, path: String) = {
    var template = Array("/tmp/recording-XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    if descriptor < 0 { fatalError("no file can be made") }
    unlink(template)
    return (descriptor, "/proc/self/fd/\(descriptor)")
}()
