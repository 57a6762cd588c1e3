import type { FormaPagamento } from '../../fields/financeiro/remessa-pagamento'
import { CoreError } from '../../errors'
import { sum } from '../../money/decimal'
import { readSlip } from '../boleto'
import type { Conta, Favorecido, Pagamento, TipoChave } from './pagamento'

/** What is known of who gets the money of a payable, and how that becomes a payment. */

/** Bank data as registers and items hold them; empty where nothing is told. */
export interface Favoured {
  readonly nome: string
  /** CPF or CNPJ without marks. */
  readonly documento: string
  readonly banco: string
  readonly agencia: string
  readonly conta: string
  /** A key, or a code that was copied. */
  readonly pix: string
  readonly linha_digitavel: string
}

/** A number and its check digit: `1234-5` has one, `1234` none; where one always stands at the end, it is the last character. */
export function splitDigit(text: string, always: boolean): readonly [numero: string, dv: string] {
  const [bare = '', ...after] = text.replaceAll(/[\s.]/g, '').toUpperCase().split('-')
  if (after.length > 0) return [bare, after.join('')]
  return always ? [bare.slice(0, -1), bare.slice(-1)] : [bare, '']
}

/** An account as forms tell one. */
export function accountOf(
  { banco, agencia, conta }: Pick<Favoured, 'banco' | 'agencia' | 'conta'>,
  always: boolean,
): Conta {
  const [branch, agencia_dv] = splitDigit(agencia, false)
  const [numero, conta_dv] = splitDigit(conta, always)
  return { banco, agencia: branch, agencia_dv, conta: numero, conta_dv, agencia_conta_dv: '' }
}

/** The kind of a Pix key, by its form. */
export function keyKind(key: string): TipoChave {
  if (key.includes('@')) return 'email'
  if (key.startsWith('+')) return 'telefone'
  return /^[0-9a-f]{8}-/.test(key) ? 'aleatoria' : 'cpf_cnpj'
}

/** A code of Pix that was copied, and no key. */
export const isPixCode = (pix: string): boolean => pix.startsWith('000201')

/** What payables are paid by (`tpPagamento`) that no file tells: direct debit, cash, card. */
const NOT_BY_FILE: ReadonlySet<number> = new Set([6, 8, 9, 10])

/** How a payable is paid by a file of the bank: as it says, else by what is known of it. Undefined where nothing fits. */
export function formaOf(tpPagamento: number | null, fav: Favoured, payer: string): FormaPagamento | undefined {
  const transfer = fav.banco === payer ? 'credito' : 'ted'
  if (tpPagamento !== null && NOT_BY_FILE.has(tpPagamento)) return undefined
  if (tpPagamento === 1 || tpPagamento === 11) return 'boleto'
  if (tpPagamento === 2) return transfer
  if (tpPagamento === 3) return 'pix'
  if (tpPagamento === 4) return 'pix_qr'
  if (tpPagamento === 5 || tpPagamento === 7) return 'guia'
  if (fav.linha_digitavel !== '') return fav.linha_digitavel.startsWith('8') ? 'guia' : 'boleto'
  if (fav.pix !== '') return isPixCode(fav.pix) ? 'pix_qr' : 'pix'
  return fav.conta === '' ? undefined : transfer
}

/** What is paid, to whom, when. */
export interface Paying {
  readonly seu_numero: string
  readonly forma: FormaPagamento
  /** YYYY-MM-DD. */
  readonly data: string
  readonly vencimento: string | null
  /** In all, with interest and less the discount. */
  readonly valor: string
  readonly juros: string
  readonly desconto: string
}

/** The day a slip says that it is due, where it does. */
function dueOf(line: string, today: string, told: string | null): string | null {
  try {
    return readSlip(line, today).dVencimento ?? told
  } catch (error) {
    if (error instanceof CoreError) return told
    throw error
  }
}

/** A payment as files tell one. What is missing stays empty, for the check to say so. */
export function paymentOf(one: Paying, fav: Favoured): Pagamento {
  const { seu_numero, forma, data, valor, vencimento } = one
  const favorecido: Favorecido = { nome: fav.nome, documento: fav.documento, endereco: null, email: '' }
  const common = { seu_numero, data, valor, servico: forma === 'guia' ? '22' : '20' }
  switch (forma) {
    case 'boleto': {
      return {
        ...common,
        tipo: forma,
        favorecido,
        codigo_barras: fav.linha_digitavel,
        vencimento: dueOf(fav.linha_digitavel, data, vencimento),
        valor_titulo: sum([valor, one.desconto]).minus(one.juros).toFixed(2),
        desconto: one.desconto,
        acrescimo: one.juros,
        sacado: null,
        sacador: null,
      }
    }
    case 'guia': {
      return { ...common, tipo: forma, codigo_barras: fav.linha_digitavel, concessionaria: fav.nome, vencimento }
    }
    case 'pix': {
      const chave = isPixCode(fav.pix) ? '' : fav.pix
      return { ...common, tipo: forma, favorecido, chave_tipo: keyKind(chave), chave, mensagem: '' }
    }
    case 'pix_qr': {
      const copia_e_cola = isPixCode(fav.pix) ? fav.pix : ''
      return { ...common, tipo: forma, favorecido, copia_e_cola, endereco: '', txid: '', vencimento }
    }
    default: {
      const finalidade = forma === 'ted' ? '00010' : ''
      const conta = { ...accountOf(fav, true), poupanca: false }
      return { ...common, tipo: forma, favorecido, conta, mesma_titularidade: false, finalidade }
    }
  }
}
