export { type LineSettings, LINE_SETTINGS, PROTOCOLS } from './protocols'
export { ScaleReader, readFrame } from './reader'
export type { ScaleReading, ScaleStatus } from './reading'
