import {
  type Decoder,
  decode8217,
  decodeContinuous,
  decodeDigitron,
  decodeFilizola,
  decodeLider,
  decodeLucasTec,
  decodeMagna,
  decodePlain,
  decodePrixA,
  decodeRinnert,
  decodeSigned,
  decodeUrano,
} from './decode'

/** Frames between a start byte and one of the end bytes. */
export interface Framed {
  readonly kind: 'framed'
  readonly start: number
  readonly ends: readonly number[]
  /** A byte follows the end: the two's complement of the sum of the frame, 7 bits. A line without it is told by what comes next. */
  readonly checksum: boolean
  /** Seven data bits: the eighth is parity and is dropped. */
  readonly sevenBits: boolean
}

/** Text read as it flows: a reading ends with one of the trigger characters when the text so far ends in the pattern. */
export interface Flowing {
  readonly kind: 'flowing'
  readonly triggers: string
  readonly pattern: RegExp
}

/** How to read a scale: how frames are told apart, how one is decoded, and which of several in a buffer counts. */
export interface Protocol {
  readonly framing: Framed | Flowing
  readonly decode: Decoder
  readonly prefer: 'last' | 'first' | 'last-stable'
  /** What it means that no whole frame came: of a scale that sends all the time, that the line went quiet. */
  readonly incomplete: 'invalid' | 'timeout'
}

const SOH = 1
const STX = 2
const ETX = 3
const CR = 13

function framed(decode: Decoder, ends: readonly number[], options: Partial<Framed & Protocol> = {}): Protocol {
  const { start = STX, checksum = false, sevenBits = false, prefer = 'last', incomplete = 'invalid' } = options
  return { framing: { kind: 'framed', start, ends, checksum, sevenBits }, decode, prefer, incomplete }
}

function flowing(decode: Decoder, triggers: string, pattern: RegExp): Protocol {
  return { framing: { kind: 'flowing', triggers, pattern }, decode, prefer: 'last', incomplete: 'invalid' }
}

const URANO = flowing(decodeUrano, 'g', /(\*?) *PESO: *(-?) *(\d{1,6}[.,]\d{1,3}) ?kg$/)

/** Every protocol by name. Layouts: manuals and public drivers of each maker; see the README. */
export const PROTOCOLS: ReadonlyMap<string, Protocol> = new Map([
  ['toledo-prt1', framed(decodePlain, [ETX, CR])],
  ['toledo-c', framed(decodePlain, [CR, ETX])],
  ['toledo-prix-a', framed(decodePrixA, [CR], { checksum: true, sevenBits: true })],
  ['toledo-continuous', framed(decodeContinuous, [CR], { checksum: true, sevenBits: true, incomplete: 'timeout' })],
  ['toledo-8217', framed(decode8217, [CR], { sevenBits: true })],
  // Its driver takes the first frame of a buffer; a new poll decides.
  ['filizola', framed(decodeFilizola, [ETX, CR], { prefer: 'first' })],
  ['magellan', framed(decodePlain, [ETX, CR])],
  ['urano', URANO],
  ['urano-udc', URANO],
  ['urano-pop', flowing(decodeSigned, 'g', /PESO L: *(-?) *(\d{1,6}[.,]\d{1,3}) ?kg$/)],
  ['lider', framed(decodeLider, [STX], { start: SOH, prefer: 'last-stable' })],
  ['lucastec', framed(decodeLucasTec, [CR])],
  ['digitron', flowing(decodeDigitron, '0123456789', /(?:[^\d](?=\d{6}$)|[^\d ](?= [\d ]{5}$))( *\d+)$/)],
  ['rinnert', framed(decodeRinnert, [ETX])],
  ['adam', flowing(decodeSigned, '\r\n', /([+-]?) *(\d{1,6}\.\d{1,4}) *kg *[\r\n]$/)],
  [
    'magna',
    flowing(
      decodeMagna,
      '\n',
      / *(-?\d{1,6}[.,]\d{1,4}|\d{5,6}|(?=[\d ]{4,5}\d(?!\d)) {1,5}\d{1,5}|[INS]{1,6}) *(?:kg?)? *\r?\n$/,
    ),
  ],
])

/** Usual settings of a line; every one of them can be changed for a scale. `request` is in hexadecimal, absent where the scale sends by itself. */
export interface LineSettings {
  readonly baud: readonly number[]
  readonly dataBits: 7 | 8
  readonly parity: 'none' | 'even'
  readonly stopBits: 1
  readonly request?: string
}

const EIGHT: Pick<LineSettings, 'dataBits' | 'parity' | 'stopBits'> = { dataBits: 8, parity: 'none', stopBits: 1 }
const SEVEN: Pick<LineSettings, 'dataBits' | 'parity' | 'stopBits'> = { dataBits: 7, parity: 'even', stopBits: 1 }

/** Usual line settings by protocol. */
export const LINE_SETTINGS: ReadonlyMap<string, LineSettings> = new Map([
  ['toledo-prt1', { baud: [4800, 2400, 9600], ...EIGHT, request: '05' }],
  ['toledo-c', { baud: [4800, 9600], ...EIGHT }],
  ['toledo-prix-a', { baud: [4800, 9600], ...EIGHT }],
  ['toledo-continuous', { baud: [4800, 9600], ...SEVEN }],
  ['toledo-8217', { baud: [9600], ...SEVEN, request: '57' }],
  ['filizola', { baud: [9600, 4800, 2400], ...EIGHT, request: '05' }],
  ['magellan', { baud: [9600], ...EIGHT, request: '57' }],
  ['urano', { baud: [9600], ...EIGHT, request: '05' }],
  ['urano-udc', { baud: [9600], ...EIGHT, request: '04' }],
  ['urano-pop', { baud: [9600], ...EIGHT, request: '05' }],
  ['lider', { baud: [2400], ...EIGHT }],
  ['lucastec', { baud: [9600], ...EIGHT, request: '05' }],
  ['digitron', { baud: [9600], ...EIGHT, request: '05' }],
  ['rinnert', { baud: [9600], ...EIGHT, request: '05' }],
  ['adam', { baud: [4800], ...EIGHT, request: '500d0a' }],
  ['magna', { baud: [9600], ...EIGHT, request: '50' }],
])
