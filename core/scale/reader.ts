import { CoreError } from '../errors'
import { type Flowing, type Framed, type Protocol, PROTOCOLS } from './protocols'
import { type ScaleReading, without } from './reading'

/** No frame of any protocol has more characters. */
const LONGEST_FRAME = 256

/**
 * Reads what a scale sends, in chunks cut anywhere: the readings do not depend on the cuts. Give every chunk to `feed`, and call `flush` when the line
 * has been quiet, which ends a frame that only lacks its check byte. Bytes outside frames are passed over; memory is bounded.
 */
export class ScaleReader {
  readonly #protocol: Protocol
  #text = ''
  #sum = 0
  #inside = false
  #awaitsCheck = false

  /** Throws CoreError `unknown_protocol`. */
  constructor(protocol: string) {
    this.#protocol = findProtocol(protocol)
  }

  /** The readings that these bytes complete. */
  feed(bytes: Uint8Array): ScaleReading[] {
    const { framing } = this.#protocol
    const readings: ScaleReading[] = []
    for (const byte of bytes) {
      const reading = framing.kind === 'framed' ? this.#frameByte(byte, framing) : this.#flowByte(byte, framing)
      if (reading) readings.push(reading)
    }
    return readings
  }

  /** The reading of a frame whose check byte never came, if there is one. */
  flush(): ScaleReading[] {
    if (!this.#awaitsCheck) return []
    this.#awaitsCheck = false
    return [this.#protocol.decode(this.#text, null)]
  }

  #frameByte(raw: number, framing: Framed): ScaleReading | undefined {
    if (this.#awaitsCheck) return this.#checkByte(raw, framing)
    const byte = framing.sevenBits ? raw & 127 : raw
    if (this.#inside && framing.ends.includes(byte)) {
      this.#inside = false
      this.#sum += byte
      this.#awaitsCheck = framing.checksum
      return framing.checksum ? undefined : this.#protocol.decode(this.#text, null)
    }
    if (byte === framing.start) this.#begin(byte)
    else if (this.#inside) this.#append(byte)
    return undefined
  }

  #begin(byte: number): void {
    this.#inside = true
    this.#text = ''
    this.#sum = byte
  }

  #append(byte: number): void {
    this.#text += String.fromCharCode(byte)
    this.#sum += byte
    if (this.#text.length > LONGEST_FRAME) this.#inside = false
  }

  /** The byte after the end: the check, or, when the scale sends none, the start of the next frame. */
  #checkByte(raw: number, framing: Framed): ScaleReading {
    this.#awaitsCheck = false
    const right = ((this.#sum + raw) & 127) === 0
    const reading = this.#protocol.decode(this.#text, null)
    const next = framing.sevenBits ? raw & 127 : raw
    if (!right && next === framing.start) {
      this.#begin(next)
      return reading
    }
    return right ? reading : without('invalid')
  }

  #flowByte(byte: number, framing: Flowing): ScaleReading | undefined {
    const character = String.fromCharCode(byte)
    this.#text = (this.#text + character).slice(-LONGEST_FRAME)
    if (!framing.triggers.includes(character)) return undefined
    const match = framing.pattern.exec(this.#text)
    if (!match) return undefined
    const reading = this.#protocol.decode(this.#text, match)
    this.#text = ''
    return reading
  }
}

/** Throws CoreError `unknown_protocol`. */
function findProtocol(name: string): Protocol {
  const protocol = PROTOCOLS.get(name)
  if (protocol) return protocol
  throw new CoreError(
    'unknown_protocol',
    `Protocolo de balança desconhecido. Use um de: ${[...PROTOCOLS.keys()].join(', ')}.`,
  )
}

/** The reading of one answer, as polled: of several frames the one its protocol prefers. Throws CoreError `unknown_protocol`. */
export function readFrame(protocol: string, bytes: Uint8Array): ScaleReading {
  const { prefer, incomplete } = findProtocol(protocol)
  const reader = new ScaleReader(protocol)
  const readings = [...reader.feed(bytes), ...reader.flush()]
  const whole = readings.filter(({ status }) => status !== 'invalid')
  const steady = prefer === 'last-stable' ? whole.filter(({ status }) => status === 'stable') : []
  const chosen = prefer === 'first' ? whole[0] : (steady.at(-1) ?? whole.at(-1))
  if (chosen) return chosen
  if (readings.length > 0) return without('invalid')
  return without(bytes.length === 0 ? 'timeout' : incomplete)
}
