import { decodeXml } from '../fiscal/decode-xml'
import { decodeText, fixedLines } from '../layout/fixed-width'
import { type CardFile, damagedCardFile } from './card-file'
import { readCielo } from './cielo'
import { readOldCielo } from './cielo-old'
import { readRede } from './rede'
import { readStone } from './stone'

const REDE = /^002\d{8}REDE/
const CIELO = /^0.{41}CIELO/
const NEW_CIELO = /^15/

/** Text of a file of an acquirer, whichever it is. Throws `damaged_card_file` where it is of none, and what its reader throws. */
export function readCardText(content: string): CardFile {
  if (/^\uFEFF?\s*</.test(content)) {
    if (!/<Conciliation[\s>]/.test(content)) throw unknownFile()
    return readStone(content)
  }
  const lines = fixedLines(content)
  const first = lines[0]?.text ?? ''
  if (REDE.test(first)) return readRede(lines)
  if (!CIELO.test(first)) throw unknownFile()
  const isNew = NEW_CIELO.test(first.slice(70, 73)) || lines.some((one) => /^[DE]/.test(one.text))
  return isNew ? readCielo(lines) : readOldCielo(lines)
}

/** Bytes of a file of an acquirer: Cielo (layout 15 and older), Rede (EEVC), Stone (2.2). Throws as `readCardText`. */
export function readCardFile(bytes: Uint8Array): CardFile {
  const head = String.fromCodePoint(...bytes.subarray(0, 64))
  return readCardText(/^(?:ï»¿)?\s*</.test(head) ? decodeXml(bytes) : decodeText(bytes))
}

const unknownFile = () => damagedCardFile('não é um extrato da Cielo, um EEVC da Rede nem uma conciliação da Stone')
