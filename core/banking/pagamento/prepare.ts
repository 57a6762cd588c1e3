import { CoreError } from '../../errors'
import { readBrCode } from '../../pix/br-code'
import { readSlip } from '../boleto'
import type { OrdemPagamento, Pagamento, PixQr } from './pagamento'

/** What is typed becomes what files tell: barcodes of typed lines, address and txid of codes of Pix. What is wrong stays, for the check to say so. */

/** The barcode of what was scanned, typed or read; what is none stays as it is, without its marks. */
export function asBar(text: string, today: string): string {
  try {
    return readSlip(text, today).codigo_barras
  } catch (error) {
    if (error instanceof CoreError) return text.replaceAll(/[\s.-]/g, '')
    throw error
  }
}

const withoutScheme = (address: string): string => address.replace(/^https?:\/\//i, '')

function qr(one: PixQr): PixQr {
  const endereco = withoutScheme(one.endereco)
  if (one.copia_e_cola === '') return { ...one, endereco }
  try {
    const { url, key, txid } = readBrCode(one.copia_e_cola)
    return { ...one, endereco: withoutScheme(url ?? key ?? ''), txid: txid === '***' ? '' : txid }
  } catch (error) {
    if (error instanceof CoreError) return { ...one, endereco }
    throw error
  }
}

function payment(one: Pagamento, today: string): Pagamento {
  if (one.tipo === 'boleto' || one.tipo === 'guia') return { ...one, codigo_barras: asBar(one.codigo_barras, today) }
  return one.tipo === 'pix_qr' ? qr(one) : one
}

export const prepared = (ordem: OrdemPagamento): OrdemPagamento => ({
  ...ordem,
  pagamentos: ordem.pagamentos.map((one) => payment(one, ordem.data)),
})

const PIX: ReadonlySet<Pagamento['tipo']> = new Set(['pix', 'pix_conta', 'pix_qr'])
export const isPix = ({ tipo }: Pagamento): boolean => PIX.has(tipo)
