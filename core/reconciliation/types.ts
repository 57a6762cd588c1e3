import type { CivilDate } from '../br/civil-date'
import type { Amount } from '../money/decimal'

/** A line of a statement; `valor` is positive where money came in. */
export interface MatchLine {
  readonly id: string
  readonly conta: string
  readonly data: CivilDate
  readonly valor: Amount
  readonly memo: string
  readonly fitid?: string | undefined
  /** In which order its file was read in: lines of later files may be known from earlier ones. */
  readonly arquivo?: number | undefined
}

/** A title that is owed to us (`receber`) or by us (`pagar`); `vSaldo` is what is still owed, above zero. */
export interface MatchTitle {
  readonly id: string
  readonly tipo: 'receber' | 'pagar'
  readonly tpConta?: number | undefined
  readonly vSaldo: Amount
  readonly dVencimento: CivilDate
  /** What the person is called. */
  readonly pessoa: string
  /** Which of those who are called so. */
  readonly pessoa_id?: string | undefined
  readonly CNPJ_CPF?: string | undefined
  readonly numero?: string | undefined
  readonly txid?: string | undefined
  readonly nossoNumero?: string | undefined
  /** Its boleto was told by the bank (DDA). */
  readonly dda?: boolean | undefined
  /** Fine and interest a month, in percent, where it is paid late. */
  readonly pMulta?: Amount | undefined
  readonly pJurosMes?: Amount | undefined
  /** So much less where it is paid until that day. */
  readonly dDesconto?: CivilDate | undefined
  readonly vDesconto?: Amount | undefined
}

/** A row of the cash ledger that no line has yet. */
export interface MatchCashRow {
  readonly id: string
  readonly conta: string
  readonly data: CivilDate
  readonly valor: Amount
  readonly numero?: string | undefined
  readonly pessoa?: string | undefined
}

/** Titles that a bank or an acquirer pays together, net of a fee. */
export interface MatchBatch {
  readonly id: string
  readonly conta: string
  readonly origem: 'retorno' | 'cartao'
  /** The acquirer. */
  readonly nome?: string | undefined
  readonly dCredito: CivilDate
  readonly vBruto: Amount
  readonly vTarifa: Amount
  readonly titulos: readonly string[]
  /** The line that it is known to be. */
  readonly linha?: string | undefined
}

/** What an acquirer pays is in the statement from its day until so many days later (document 3, section 9). */
export const CARD_WINDOW_DAYS = 3

/** As often people have to have done what a rule says before it acts. */
export const CONFIRMED = 3

/** A text of memos. */
interface Pattern {
  readonly padrao: string
  /** The whole skeleton of the memo, not only words of it. */
  readonly inteiro?: boolean | undefined
}

/** What people learned of lines that say the same: to which account of the plan they belong. */
export interface MatchRule extends Pattern {
  readonly id: string
  readonly sinal: '+' | '-'
  readonly conta?: string | undefined
  readonly plano_conta_id: number
  readonly confirmacoes: number
  /** A person allowed it to act. */
  readonly automatica?: boolean | undefined
}

/** Under which name a person pays; where more is told, which person, and on which account and side alone. */
export interface MatchAlias extends Pattern {
  readonly pessoa: string
  readonly pessoa_id?: string | undefined
  readonly conta?: string | undefined
  readonly sinal?: '+' | '-' | undefined
  /** The rule that it is, which is told with what it explains. */
  readonly regra_id?: number | undefined
  /** Whether a person allowed it to act; it acts where nothing is told. */
  readonly automatica?: boolean | undefined
}

export interface MatchInput {
  readonly linhas: readonly MatchLine[]
  readonly titulos: readonly MatchTitle[]
  readonly caixa?: readonly MatchCashRow[] | undefined
  readonly lotes?: readonly MatchBatch[] | undefined
  readonly regras?: readonly MatchRule[] | undefined
  readonly apelidos?: readonly MatchAlias[] | undefined
  readonly CNPJ_empresa?: string | undefined
}

export type ProposalKind = 'lote' | 'regra' | 'titulo' | 'titulos' | 'transferencia' | 'caixa'

/** Why something is offered, as programs name it. */
export const REASONS = {
  valor_exato: 'Valor exato',
  valor_com_encargos: 'Valor com multa e juros',
  valor_com_desconto: 'Valor com o desconto',
  valor_parcial: 'Parte do valor',
  valor_soma: 'Soma de contas',
  valor_liquido: 'Valor líquido do lote',
  valor_oposto: 'Valor oposto em outra conta',
  CNPJ_CPF: 'CNPJ ou CPF no histórico',
  nome: 'Nome no histórico',
  apelido: 'Nome aprendido',
  nome_parcial: 'Parte do nome',
  txid: 'Código do Pix',
  nosso_numero: 'Nosso número',
  numero: 'Número no histórico',
  dda: 'Boleto do DDA',
  data_igual: 'Mesmo dia',
  data_1_util: 'Um dia útil',
  data_3: 'Até 3 dias',
  data_7: 'Até 7 dias',
  lote_retorno: 'Lote do retorno',
  lote_cartao: 'Lote do cartão',
  regra: 'Regra aprendida',
} as const

export type Reason = keyof typeof REASONS

/** Figures of a proposal: what of the amount is principal, fine, interest, discount; what is left; the batch and its fee; the rule's account. */
export type Detail = Readonly<Record<string, string | number>>

export interface Proposal {
  /** What it is of: titles, a cash row, a rule, a line of another account. */
  readonly alvo: readonly string[]
  readonly tipo: ProposalKind
  readonly score: number
  readonly razoes: readonly Reason[]
  readonly detalhe?: Detail
}

export type OutcomeKind =
  | 'ignore'
  | 'duplicate-of'
  | 'reversal'
  | 'transfer'
  | 'auto'
  | 'rule'
  | 'suggest'
  | 'ask'
  | 'suggest-weak'
  | 'none'

/** What becomes of a line. */
export interface Outcome {
  readonly linha: string
  readonly kind: OutcomeKind
  /** Best first. */
  readonly propostas: readonly Proposal[]
  /** The earlier line that it is again. */
  readonly de?: string
  /** The line that goes with it. */
  readonly par?: string
}
