// A document that a test declares meets every walk over rights, hostile input and states.
import '../../fixtures/toy/area'
import '../platform/matrix.slow.test'
import '../platform/refusals.slow.test'
import '../platform/life.test'
