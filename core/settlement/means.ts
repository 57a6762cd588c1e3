/** Who is paid: what their register says of where. */
export interface Favoured {
  readonly pix_chave?: unknown
  readonly cBanco?: unknown
  readonly xAgencia?: unknown
  readonly xConta?: unknown
}

/** What a payable says of how it is paid. */
export interface Payable {
  readonly tpPagamento?: unknown
  readonly linha_digitavel?: unknown
  readonly pix?: unknown
}

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === ''

/** Forms of payment whose slip has a line. */
const BY_LINE = new Set([1, 5, 7])

/** What is missing to pay it in the form that was chosen, in a sentence; undefined where nothing is. Told when it is chosen, not when a bank's file is made. */
export function missingToPay(payable: Payable, favoured: Favoured | undefined): string | undefined {
  const form = Number(payable.tpPagamento)
  if (BY_LINE.has(form) && isEmpty(payable.linha_digitavel))
    return 'Falta a linha digitável: digite, cole ou leia o código.'
  if (form === 3 && isEmpty(payable.pix) && isEmpty(favoured?.pix_chave))
    return 'Falta a chave Pix: informe aqui ou no cadastro do fornecedor.'
  if (form === 4 && isEmpty(payable.pix)) return 'Falta o código Pix: cole ou leia o QR Code.'
  if (form !== 2) return undefined
  const missing = [
    isEmpty(favoured?.cBanco) ? 'banco' : '',
    isEmpty(favoured?.xAgencia) ? 'agência' : '',
    isEmpty(favoured?.xConta) ? 'conta' : '',
  ].filter(Boolean)
  return missing.length === 0 ? undefined : `Falta no cadastro do fornecedor: ${missing.join(', ')}.`
}
