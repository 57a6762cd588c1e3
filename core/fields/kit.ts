import { isCep, isEmail, isPhone, phoneDigits, readEan, readNcm } from '../br/fields'
import { readTaxId } from '../br/tax-id'
import { findUf } from '../br/uf'
import { readSlip } from '../banking/boleto'
import { CoreError } from '../errors'
import { readBrCode, readPixKey } from '../pix/br-code'
import { f } from './field'

/** Fields that many registers share, with the rules of document 1, section 5. */

type Normalized = { readonly ok: string } | { readonly error: string }

const checked =
  (message: string, read: (text: string) => string | null | undefined) =>
  (text: string): Normalized => {
    try {
      const ok = read(text)
      return ok ? { ok } : { error: message }
    } catch (error) {
      if (error instanceof CoreError) return { error: error.message }
      throw error
    }
  }

/** CPF or CNPJ, numeric or alphanumeric; stored without punctuation. */
export const taxId = (label = 'CNPJ / CPF', doc?: string) =>
  f.text(label, {
    format: 'taxid',
    ...(doc === undefined ? {} : { doc }),
    normalize: checked('CNPJ ou CPF inválido.', (text) => (readTaxId(text).valid ? readTaxId(text).digits : undefined)),
  })

export const email = (label = 'E-mail') =>
  f.text(label, {
    format: 'email',
    max: 200,
    normalize: checked('E-mail inválido.', (text) => (isEmail(text) ? text : undefined)),
  })

export const phone = (label = 'Telefone') =>
  f.text(label, {
    format: 'phone',
    max: 30,
    normalize: checked('Telefone inválido.', (text) => (isPhone(text) ? phoneDigits(text) : undefined)),
  })

export const cep = () =>
  f.text('CEP', {
    format: 'cep',
    max: 10,
    normalize: checked('CEP inválido.', (text) => (isCep(text) ? text.replaceAll(/\D/g, '') : undefined)),
  })

export const uf = (label = 'UF') =>
  f.text(label, {
    format: 'uf',
    max: 2,
    normalize: checked('UF inválida.', (text) => findUf(text.toUpperCase())?.sigla),
  })

/** A Pix key, as the directory of the Banco Central keeps it. */
export const pixKey = (label: string, doc?: string) =>
  f.text(label, {
    max: 77,
    normalize: checked('Chave Pix inválida.', readPixKey),
    ...(doc === undefined ? {} : { doc }),
  })

/** What is paid by Pix: a code that was copied, whole and checked, or a key. */
export const pixTarget = (label: string) =>
  f.text(label, {
    max: 2_000,
    normalize: checked('Pix inválido.', (text) =>
      text.trimStart().startsWith('000201') ? (readBrCode(text), text.trim()) : readPixKey(text),
    ),
  })

/** The line of a boleto or of a collection slip, every digit checked; a barcode is kept as its line. Any day reads the same line. */
export const slipLine = (label: string) =>
  f.text(label, {
    max: 80,
    normalize: checked('Linha digitável inválida.', (text) => readSlip(text, '2026-01-01').linha_digitavel),
  })

/** GTIN with a right check digit, or empty. */
export const ean = (label = 'EAN') =>
  f.text(label, { format: 'ean', max: 14, normalize: checked('Código de barras inválido.', (text) => readEan(text)) })

/** The 7 digits of a CEST, the code of goods under tax substitution (Convênio ICMS 142/2018). */
export const cest = () =>
  f.text('CEST', {
    max: 9,
    official: 'cest',
    normalize: checked('CEST inválido: informe os 7 dígitos do código.', (text) =>
      /^\d{2}\.?\d{3}\.?\d{2}$/.test(text) ? text.replaceAll('.', '') : undefined,
    ),
  })

/** The 6 digits of the tax classification of IBS and CBS (cClassTrib of the NF-e, technical note 2025.002). */
export const taxClass = () =>
  f.text('Classificação tributária (IBS e CBS)', {
    max: 6,
    official: 'cclasstrib',
    normalize: checked('Classificação inválida: informe os 6 dígitos do cClassTrib.', (text) =>
      /^\d{6}$/.test(text) ? text : undefined,
    ),
  })

export const ncm = () =>
  f.text('NCM', {
    format: 'ncm',
    max: 10,
    official: 'ncm',
    normalize: checked('NCM inválido.', (text) => readNcm(text)),
  })

/** The 4 digits of a CFOP, with or without its dot. */
export const cfop = (label = 'CFOP', doc?: string) =>
  f.text(label, {
    max: 5,
    official: 'cfop',
    ...(doc === undefined ? {} : { doc }),
    normalize: checked('CFOP inválido: informe os 4 dígitos do código.', (text) =>
      /^[1-7]\.?\d{3}$/.test(text) ? text.replace('.', '') : undefined,
    ),
  })

/** So many digits of a code of a table of the NF-e. */
export const digitsOf = (label: string, count: number, doc?: string) =>
  f.text(label, {
    max: count,
    ...(doc === undefined ? {} : { doc }),
    normalize: checked(`Informe os ${count} dígitos do código.`, (text) =>
      /^\d+$/.test(text) && text.length === count ? text : undefined,
    ),
  })

/** An NCM, or its first digits: chapter, position, subposition. */
export const ncmBeginning = () =>
  f.text('NCM', {
    max: 10,
    official: 'ncm',
    doc: 'Todo, ou os primeiros dígitos',
    normalize: checked('NCM inválido: informe de 2 a 8 dígitos.', (text) => {
      const digits = text.replaceAll('.', '')
      return /^\d{2,8}$/.test(digits) ? digits : undefined
    }),
  })

/** An address as the documents name its parts. */
export const address = () => ({
  CEP: cep(),
  xLgr: f.text('Logradouro', { max: 120 }),
  nro: f.text('Número', { max: 20 }),
  xCpl: f.text('Complemento', { max: 80 }),
  xBairro: f.text('Bairro', { max: 80 }),
  UF: uf(),
  cMun: f.ref('Município', 'municipio', { doc: 'Código IBGE do município' }),
})

/** The company that owns a record. */
export const empresaId = () => f.ref('Empresa', 'empresa').required()

/** Parts of time that figures are gathered by. A week begins on Monday. */
export const PERIODS = { month: 'Mês', week: 'Semana', day: 'Dia' } as const
