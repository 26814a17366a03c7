internal import OrientationCore
internal import OrientationProtocol

/// `orientationctl samples`: the measurements of a sensor, one a line.
struct Samples: Command {
    static let name = "samples"
    static let help = """
        Usage: orientationctl samples [--csv | --json] [--rate HZ] [--count N]
                                      [--sensor ID] [--direct [--config FILE]]
                                      [--socket PATH]

        Powers the sensor and prints its measurements as they come: seconds since the
        first one; x, y, z and their length in m/s², the casing held as portrait (x to the
        right, y to the top, z out of the display); what the measurement looks like by
        itself; how the device is held; and the sensor's own numbers.

          --csv            print CSV: t_ns,x,y,z,raw_x,raw_y,raw_z,candidate,device, which
                           orientationctl replay and plot read
          --json           print the protocol's Sample, one JSON object a line
          --rate HZ        at most so many a second; leaves others out, evenly
          --count N        end after N samples
        \(SampleOptions.help)

        Raw samples are for root and members of the group 'orientation'.

        Exit status: 0 ended as asked, or a recording is over; 1 not permitted, a recording
        is wrong, or the output is full; 2 wrong usage; 3 no daemon; 4 no sensor, or it
        went.

        Example: orientationctl samples --csv --rate 10 --count 50 > still.csv

        """

    private var form: SamplePrinter.Form?
    private var count: Int?
    private var options = SampleOptions()

    init(_ arguments: inout Arguments) throws(Failure) {
        while let argument = try arguments.next() {
            switch argument {
            case .option("--csv"): try choose(.csv)
            case .option("--json"): try choose(.json)
            case .option("--rate"): options.maximumRate = try arguments.rate(of: "--rate")
            case .option("--count"): count = try arguments.count(of: "--count")
            default:
                if try !options.take(argument, &arguments) { throw Arguments.unexpected(argument) }
            }
        }
    }

    private mutating func choose(_ form: SamplePrinter.Form) throws(Failure) {
        if let chosen = self.form, chosen != form { throw .usage("--csv and --json contradict each other") }
        self.form = form
    }

    func run() throws(Failure) -> ExitStatus {
        let session = try SampleSession(options)
        var printer = SamplePrinter(form: form ?? .text, rest: count)
        return try session.run { event in
            switch event {
            case .sensor(let sensor): printer.begin(with: sensor)
            case .samples(let samples, let lost, let device):
                do throws(Failure) {
                    if try !printer.print(samples, lost: lost, device: device) { session.end() }
                } catch {
                    session.end(error)
                }
            case .ended: break
            }
        }
    }
}
