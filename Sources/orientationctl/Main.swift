internal import CLinux
internal import OrientationProtocol
internal import SystemCalls

@main
struct Program {
    private static let help = """
        Usage: orientationctl COMMAND [OPTION...]

        Asks orientationd, and tries things without it.

          status        how the device is held and how to draw, or a question about it
          monitor       the same after every change
          follow        turns the output of the panel: sway, Hyprland, wlroots, X, the console
          exec          runs a command after every change
          sensors       all accelerometers, how they are read, and why some are not used
          watch         all that goes on, live on one screen
          samples       the measurements of a sensor, one a line
          record        the measurements of a sensor, as a file
          lock          the rotation lock: shows, sets, clears or toggles it
          policy check  what a client's policy allows, level by level
          config        the daemon's configuration: checks it, or shows where each value is from
          doctor        why rotation works on this machine or does not, and what to do
          calibrate     finds the mount matrix by holding the device, and puts it into force
          hwdb          entries of udev's hardware database: writes and checks them
          plot          a recording as a picture, with what was decided and why
          replay        recordings through the same decisions, without hardware

          --help        print this text; after a command print its own
          --version     print the version

        Commands that talk to the daemon take --socket PATH.

        Example: orientationctl status

        """

    static func main() {
        StandardStreams.openClosed()
        var arguments = Array(CommandLine.arguments.dropFirst())
        guard !arguments.isEmpty else { fail("which command? See orientationctl --help") }
        let name = arguments.removeFirst()
        switch name {
        case "status": exit(Status.main(arguments))
        case "monitor": exit(Monitor.main(arguments))
        case "follow": exit(Follow.main(arguments))
        case "exec": exit(Execute.main(arguments))
        case "sensors": exit(Sensors.main(arguments))
        case "watch": exit(Watch.main(arguments))
        case "samples": exit(Samples.main(arguments))
        case "record": exit(Record.main(arguments))
        case "lock": exit(Lock.main(arguments))
        case "policy": exit(PolicyCheck.main(arguments))
        case "config": exit(Config.main(arguments))
        case "doctor": exit(DoctorCommand.main(arguments))
        case "calibrate": exit(Calibrate.main(arguments))
        case "hwdb": exit(Hwdb.main(arguments))
        case "plot": exit(Plot.main(arguments))
        case "replay": exit(Replay.main(arguments))
        case "--help", "-h", "help": Output.text(help)
        case "--version": Output.line("orientationctl \(OrientationInterface.productVersion)")
        default: fail("there is no command \(name); see orientationctl --help")
        }
    }

    private static func fail(_ message: String) -> Never {
        Output.error("orientationctl: \(message)")
        exit(ExitStatus.usage.rawValue)
    }
}
