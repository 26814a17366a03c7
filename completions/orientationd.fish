# Completion of orientationd(8) in fish.

complete -c orientationd -f
complete -c orientationd -l config -rF -d "read this configuration"
complete -c orientationd -l socket -rF -d "listen here"
complete -c orientationd -l sensor -x -d "use this sensor, or recording:FILE"
complete -c orientationd -l uri -x -d "use the sensors of another machine"
complete -c orientationd -s v -l verbose -d "log more"
complete -c orientationd -l version -d "say which version this is"
complete -c orientationd -s h -l help -d "say how it is used"
