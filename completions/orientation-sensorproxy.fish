# Completion of orientation-sensorproxy(8) in fish.

complete -c orientation-sensorproxy -f
complete -c orientation-sensorproxy -l socket -rF -d "where orientationd listens"
complete -c orientation-sensorproxy -l bus -x -a "system session" -d "the bus to serve"
complete -c orientation-sensorproxy -s v -l verbose -d "log more"
complete -c orientation-sensorproxy -l version -d "say which version this is"
complete -c orientation-sensorproxy -s h -l help -d "say how it is used"
