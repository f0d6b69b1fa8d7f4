module example.com/retract/self/prev

go 1.15

retract v1.0.0-bad // bad
retract v1.9.0 // self
