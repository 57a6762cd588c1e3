import { CoreError } from '../errors'
import { type Amount, decimal } from '../money/decimal'

/**
 * BR Code of Pix: what a QR code holds, and what is copied and pasted (Banco Central, Manual de Padrões para Iniciação do Pix; EMV QRCPS-MPM). Fields are `id`, two
 * digits of length in characters, and value; the last is a CRC16-CCITT over the bytes before it.
 */

/** One field; those of a template hold fields of their own. */
export interface Tlv {
  readonly id: string
  readonly value: string
  readonly sub?: readonly Tlv[]
}

/** What a code says. A static one has a key, a dynamic one an address that tells the rest. */
export interface BrCode {
  readonly kind: 'static' | 'dynamic'
  readonly key?: string
  readonly url?: string
  /** The address of an automatic Pix that is agreed to (Pix Automático); it may stand alone. */
  readonly recurrence?: string
  readonly description?: string
  /** Decimal text; absent where the payer writes it. */
  readonly amount?: string
  readonly name: string
  readonly city: string
  readonly txid: string
  readonly tlv: readonly Tlv[]
}

const GUI = 'br.gov.bcb.pix'
const NAME_MAX = 25
const CITY_MAX = 15
const VALUE_MAX = 99
const URL_MAX = 77
/** Characters of a whole code: several accounts and an automatic Pix beside. */
const LONGEST = 2_000
/** Templates of accounts (26 to 51), of additional data, and of a merchant's own (80 to 99). */
const isTemplate = (id: string): boolean => (id >= '26' && id <= '51') || id === '62' || (id >= '80' && id <= '99')

const invalid = (why: string) => new CoreError('invalid_br_code', `Código Pix inválido: ${why}.`)

/** The UTF-8 bytes of a text (RFC 3629). */
export function utf8(text: string): number[] {
  return [...text].flatMap((symbol) => {
    const code = symbol.codePointAt(0) ?? 0
    if (code < 0x80) return [code]
    const tail = (shift: number): number => 0x80 | ((code >> shift) & 0x3f)
    if (code < 0x800) return [0xc0 | (code >> 6), tail(0)]
    if (code < 0x10000) return [0xe0 | (code >> 12), tail(6), tail(0)]
    return [0xf0 | (code >> 18), tail(12), tail(6), tail(0)]
  })
}

/** CRC16-CCITT (polynomial 1021, start FFFF) over the UTF-8 bytes of a text, as four capital hexadecimal digits. */
export function crc16(text: string): string {
  let crc = 0xffff
  for (const byte of utf8(text)) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit += 1) crc = (crc & 0x8000) === 0 ? crc << 1 : (crc << 1) ^ 0x1021
    crc &= 0xffff
  }
  return crc.toString(16).toUpperCase().padStart(4, '0')
}

function fieldsIn(text: string): Tlv[] {
  const symbols = [...text]
  const fields: Tlv[] = []
  for (let at = 0; at < symbols.length;) {
    const head = symbols.slice(at, at + 4).join('')
    if (!/^\d{4}$/.test(head)) throw invalid('há um campo sem identificador ou tamanho')
    const [id, length] = [head.slice(0, 2), Number(head.slice(2))]
    const value = symbols.slice(at + 4, at + 4 + length)
    if (value.length < length) throw invalid(`o campo ${id} está cortado`)
    at += 4 + length
    const whole = value.join('')
    fields.push({ id, value: whole })
  }
  return fields
}

const valueOf = (fields: readonly Tlv[], id: string): string | undefined => fields.find((one) => one.id === id)?.value

/** Reads a code and checks all of it. Throws CoreError `invalid_br_code` that says what is wrong. */
export function readBrCode(text: string): BrCode {
  const code = text.trim()
  const end = /6304([0-9A-Fa-f]{4})$/.exec(code)
  if (end === null || code.length > LONGEST) throw invalid('falta o CRC no fim')
  if (crc16(code.slice(0, -4)) !== end[1]?.toUpperCase()) throw invalid('o CRC não confere')
  // Only the code's own templates are taken apart: numbers mean other things within them.
  const tlv: readonly Tlv[] = fieldsIn(code).map((one) =>
    isTemplate(one.id) ? { ...one, sub: fieldsIn(one.value) } : one,
  )
  if (tlv[0]?.id !== '00' || tlv[0].value !== '01') throw invalid('não começa como um BR Code')
  const account = tlv.find(
    ({ id, sub }) => id < '80' && sub !== undefined && valueOf(sub, '00')?.toLowerCase() === GUI,
  )?.sub
  if (account === undefined) throw invalid('não é do Pix')
  const [key, url] = [valueOf(account, '01'), valueOf(account, '25')]
  const recurrence = tlv
    .filter(({ id, sub }) => id >= '80' && sub !== undefined && valueOf(sub, '00')?.toLowerCase() === GUI)
    .map(({ sub = [] }) => valueOf(sub, '25'))[0]
  if (key === undefined && url === undefined && recurrence === undefined) throw invalid('não tem chave nem endereço')
  if (valueOf(tlv, '53') !== '986' || valueOf(tlv, '58') !== 'BR') throw invalid('não é em reais, no Brasil')
  const amount = valueOf(tlv, '54')
  if (amount !== undefined && !/^\d{1,10}(?:\.\d{0,2})?$/.test(amount)) throw invalid('o valor não é um valor')
  const description = valueOf(account, '02')
  return {
    kind: url === undefined ? 'static' : 'dynamic',
    ...(key === undefined ? {} : { key }),
    ...(url === undefined ? {} : { url }),
    ...(recurrence === undefined ? {} : { recurrence }),
    ...(description === undefined ? {} : { description }),
    ...(amount === undefined ? {} : { amount }),
    name: valueOf(tlv, '59') ?? '',
    city: valueOf(tlv, '60') ?? '',
    txid: valueOf(tlv.find(({ id }) => id === '62')?.sub ?? [], '05') ?? '***',
    tlv,
  }
}

/** What a static code is made of. */
export interface StaticPix {
  readonly key: string
  readonly name: string
  readonly city: string
  /** Absent or null: the payer writes it. */
  readonly amount?: Amount | null
  /** 1 to 25 letters and digits; `***` for none. */
  readonly txid?: string
  readonly description?: string | null
}

/** Readers count characters and the CRC counts bytes: accents break some of them, so none is written. */
const plain = (text: string, max: number): string =>
  text
    .normalize('NFD')
    .replaceAll(/[^\u0020-\u007e]/g, '')
    .trim()
    .slice(0, max)
    .trim()

const field = (id: string, value: string): string => {
  if (value.length > VALUE_MAX) throw invalid(`o campo ${id} tem mais de ${VALUE_MAX} caracteres`)
  return `${id}${String(value.length).padStart(2, '0')}${value}`
}

/** What a dynamic code is made of: the address that a bank gives for a charge, and whom it is of. */
export interface DynamicPix extends Omit<StaticPix, 'key' | 'description'> {
  /** The location of the charge's payload, as the bank tells it: without `https://`, up to 77 characters. */
  readonly url: string
}

/** The static code of a key: money comes straight to its account, and no service is asked. Throws CoreError `invalid_br_code`, `invalid_pix_key`. */
export function staticBrCode({ key, description, ...rest }: StaticPix): string {
  const told = plain(description ?? '', VALUE_MAX)
  return brCode('', field('01', readPixKey(key)) + (told === '' ? '' : field('02', told)), rest)
}

/**
 * The dynamic code of a charge that a bank keeps at an address: it is read once, and says there what is owed. `txid` stays `***` unless the bank asks for it. Throws CoreError
 * `invalid_br_code`.
 */
export function dynamicBrCode({ url, ...rest }: DynamicPix): string {
  const address = url.trim().replace(/^https:\/\//i, '')
  if (address.length > URL_MAX || !/^[\w.-]+\.[a-z]{2,}\/[\w./~%-]+$/i.test(address))
    throw invalid('o endereço da cobrança não é um')
  return brCode(field('01', '12'), field('25', address), rest)
}

/** A code of what is common to both. */
function brCode(
  method: string,
  account: string,
  { name, city, amount, txid = '***' }: Omit<StaticPix, 'key' | 'description'>,
): string {
  if (!/^(?:\*{3}|[A-Za-z0-9]{1,25})$/.test(txid)) throw invalid('o identificador tem de 1 a 25 letras e números')
  const [holder, town] = [plain(name, NAME_MAX), plain(city, CITY_MAX)]
  if (holder === '' || town === '') throw invalid('falta o nome ou a cidade de quem recebe')
  const value = amount === undefined || amount === null ? '' : field('54', amountText(amount))
  const code =
    field('00', '01') +
    method +
    field('26', field('00', GUI) + account) +
    field('52', '0000') +
    field('53', '986') +
    value +
    field('58', 'BR') +
    field('59', holder) +
    field('60', town) +
    field('62', field('05', txid))
  return `${code}6304${crc16(`${code}6304`)}`
}

function amountText(amount: Amount): string {
  const value = decimal(amount)
  if (value.lte(0) || value.gt('9999999999.99')) throw invalid('o valor não é um valor')
  return value.toFixed(2)
}

const KEYS: readonly RegExp[] = [
  /^\d{11}$/, // CPF
  /^[0-9A-Z]{12}\d{2}$/, // CNPJ, with letters too (Instrução Normativa RFB 2.229/2024)
  /^\+55\d{10,11}$/,
  /^[a-z0-9.!#$'*+/=?^_`{|}~-]{1,64}@[a-z0-9.-]{1,64}$/,
  /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
]

/**
 * A Pix key as the directory of the Banco Central keeps it: CPF or CNPJ without punctuation, `+55` and a telephone, an e-mail or a random key in small letters.
 * Throws CoreError `invalid_pix_key`.
 */
export function readPixKey(text: string): string {
  const trimmed = text.trim()
  const bare = trimmed.replaceAll(/[.\-/\s()]/g, '').toUpperCase()
  const tries = trimmed.includes('@') ? [trimmed.toLowerCase()] : [bare, trimmed.toLowerCase()]
  const found = tries.find((one) => one.length <= 77 && KEYS.some((shape) => shape.test(one)))
  if (found === undefined)
    throw new CoreError(
      'invalid_pix_key',
      'Chave Pix inválida: use CPF, CNPJ, telefone com +55, e-mail ou a chave aleatória.',
    )
  return found
}
