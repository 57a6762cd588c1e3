import { decodeCode128 } from '../gs1/code128.fixture'

/** A reader of ZPL for the tests, written apart from the writer: what each field of a file would print, as a printer takes the commands. */
export interface ZplField {
  readonly kind: 'text' | 'ean13' | 'ean8' | 'itf' | 'code128' | 'qr' | 'box'
  readonly x: number
  readonly y: number
  /** What is printed or, of bars and QR codes, what they hold; FNC1 as `<F1>`. */
  readonly text: string
  /** Height of letters or bars, a module of a QR code, in dots. */
  readonly size: number
  readonly module: number
}

export interface ZplLabel {
  readonly width: number
  readonly height: number
  readonly copies: number
  readonly fields: readonly ZplField[]
}

const ESCAPE = /_([0-9A-F]{2})/g

/** Reads a file of labels. Throws where a command is none that is known. */
export function readZpl(file: string): ZplLabel[] {
  return file
    .split('^XZ')
    .slice(0, -1)
    .map((format) => readFormat(format.trim()))
}

function readFormat(format: string): ZplLabel {
  const commands = [...format.matchAll(/\^([A-Z@][A-Z0-9])([^^]*)/g)].map(([, name = '', rest = '']) => ({
    name,
    rest,
  }))
  const label = { width: 0, height: 0, copies: 1 }
  const fields: ZplField[] = []
  let now = fresh()
  for (const { name, rest: raw } of commands) {
    const rest = name === 'FD' ? raw : raw.trim()
    const [first = '', ...others] = rest.split(',')
    switch (name) {
      case 'XA':
      case 'CI':
      case 'LH':
        break
      case 'PW':
        label.width = Number(rest)
        break
      case 'LL':
        label.height = Number(rest)
        break
      case 'PQ':
        label.copies = Number(rest)
        break
      case 'FO':
        Object.assign(now, { x: Number(first), y: Number(others[0]) })
        break
      case 'A0':
        Object.assign(now, { kind: 'text', size: Number(others[0]) })
        break
      case 'FB':
        now.block = true
        break
      case 'BY':
        now.module = Number(first)
        break
      case 'BE':
        Object.assign(now, { kind: 'ean13', size: Number(others[0]) })
        break
      case 'B8':
        Object.assign(now, { kind: 'ean8', size: Number(others[0]) })
        break
      case 'B2':
        Object.assign(now, { kind: 'itf', size: Number(others[0]) })
        break
      case 'BC':
        Object.assign(now, { kind: 'code128', size: Number(others[0]) })
        break
      case 'BQ':
        Object.assign(now, { kind: 'qr', module: Number(others[1]) })
        break
      case 'GB':
        Object.assign(now, { kind: 'box', text: rest })
        break
      case 'FH':
        now.escaped = true
        break
      case 'FD':
        now.text = rest
        break
      case 'FS':
        fields.push(ended(now))
        now = fresh()
        break
      default:
        throw new Error(`A printer does not know ^${name}.`)
    }
  }
  return { ...label, fields }
}

interface Begun extends ZplField {
  escaped: boolean
  block: boolean
}

const fresh = (): { -readonly [K in keyof Begun]: Begun[K] } => ({
  kind: 'text',
  x: 0,
  y: 0,
  text: '',
  size: 0,
  module: 0,
  escaped: false,
  block: false,
})

function ended({ escaped, block, text, ...field }: Begun): ZplField {
  const read = escaped
    ? text.replaceAll(ESCAPE, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text
  if (field.kind === 'code128') return { ...field, text: code128Text(read) }
  if (field.kind === 'qr') return { ...field, text: read.slice(read.indexOf(',') + 1) }
  return { ...field, text: block ? read.replaceAll('\\\\', '\\') : read }
}

const INVOKED: Readonly<Record<string, number>> = {
  '<': 62,
  '0': 30,
  '=': 94,
  '1': 95,
  '2': 96,
  '3': 97,
  '4': 98,
  '5': 99,
  '6': 100,
  '7': 101,
  '8': 102,
  '9': 103,
  ':': 104,
  ';': 105,
}

/** Mode N of `^BC`: `>` and a sign is a character by its number, all else stands for itself in the current set. */
function code128Text(data: string): string {
  const codewords: number[] = []
  let inC = false
  for (let at = 0; at < data.length;) {
    if (data.charAt(at) === '>') {
      const code = INVOKED[data.charAt(at + 1)]
      if (code === undefined) throw new Error(`>${data.charAt(at + 1)} is no character of a Code 128.`)
      codewords.push(code)
      if (code === 105 || code === 99) inC = true
      else if (code === 103 || code === 104 || code === 100 || code === 101) inC = false
      at += 2
    } else if (inC) {
      if (!/^\d\d$/.test(data.slice(at, at + 2))) throw new Error(`${data.slice(at, at + 2)} is no pair of digits.`)
      codewords.push(Number(data.slice(at, at + 2)))
      at += 2
    } else {
      codewords.push(data.charCodeAt(at) - 32)
      at += 1
    }
  }
  return decodeCode128([...codewords, 0, 106])
}
