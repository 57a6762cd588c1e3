import type { FixedLine } from '../../layout/fixed-width'

/** What banks tell of titles (retorno): files of occurrences, each put in words and in one of our events. */

export type RetornoLayout = 'cnab240' | 'cnab400' | 'febraban150'

/** What became of a title, whatever the bank's own code for it is. */
export const EVENTOS = {
  registrado: 'Registrado',
  rejeitado: 'Entrada rejeitada',
  liquidado: 'Liquidado',
  liquidado_parcial: 'Liquidado em parte',
  liquidado_cartorio: 'Liquidado em cartório',
  baixado: 'Baixado',
  protesto_pedido: 'Protesto pedido',
  em_cartorio: 'Em cartório',
  protestado: 'Protestado',
  sustado: 'Protesto sustado',
  abatimento: 'Abatimento concedido',
  abatimento_cancelado: 'Abatimento cancelado',
  vencimento_alterado: 'Vencimento alterado',
  alterado: 'Dados alterados',
  instrucao_rejeitada: 'Instrução rejeitada',
  pagamento_cancelado: 'Pagamento cancelado ou devolvido',
  tarifa: 'Tarifa',
  em_ser: 'Em aberto no banco',
  dda: 'Aviso do DDA',
  alegacao: 'Alegação do pagador',
  outro: 'Outra ocorrência',
} as const

export type Evento = keyof typeof EVENTOS

/** Why: the bank's code, and what it means where that is known. */
export interface Motivo {
  readonly codigo: string
  readonly texto: string
}

/** What the bank tells of the Pix that a title may be paid by. */
export interface PixDoTitulo {
  /** The address of the payload, or the key. */
  readonly location: string
  readonly txid: string
  /** The code that is copied and pasted. */
  readonly emv: string
}

/**
 * Something that happened to a title. Amounts are decimal text in reais, as the bank tells them, days YYYY-MM-DD or null. Whether `pago` is before or after the fee differs by bank
 * (`liquido` is what is credited, where it is told).
 */
export interface Ocorrencia {
  readonly linha: number
  /** The bank's code, as it stands; and in words. */
  readonly codigo: string
  readonly texto: string
  readonly evento: Evento
  readonly motivos: readonly Motivo[]
  readonly nosso_numero: string
  /** The check digit, where it has a column of its own. */
  readonly nosso_numero_dv: string
  readonly seu_numero: string
  readonly uso_empresa: string
  readonly carteira: string
  readonly dOcorrencia: string | null
  readonly dVencimento: string | null
  readonly dCredito: string | null
  readonly valor: string
  readonly pago: string
  readonly juros: string
  readonly multa: string
  readonly desconto: string
  readonly abatimento: string
  readonly iof: string
  readonly tarifa: string
  readonly outras_despesas: string
  readonly outros_creditos: string
  readonly liquido: string
  readonly banco_cobrador: string
  readonly agencia_cobradora: string
  readonly pagador: { readonly nome: string; readonly documento: string }
  readonly pix: PixDoTitulo | null
}

/** A utility slip that was paid (FEBRABAN 150). */
export interface Recebimento {
  readonly linha: number
  readonly codigo_barras: string
  readonly dPagamento: string | null
  readonly dCredito: string | null
  readonly valor: string
  readonly tarifa: string
  /** The record's number in the bank's file. */
  readonly nsr: string
}

/** What the file says of itself. */
export interface Cabecalho {
  readonly layout: RetornoLayout
  readonly banco: string
  readonly empresa: string
  readonly documento: string
  readonly agencia: string
  readonly conta: string
  readonly convenio: string
  /** The file's number in the account's series; null where it is not told. */
  readonly sequencia: number | null
  readonly data: string | null
  readonly dCredito: string | null
}

/** What a file comes to, beside its occurrences. */
export interface Fecho {
  readonly linhas: number
  /** Records that the layout does not know, as they came; no more than 1,000 are kept. */
  readonly desconhecidos: readonly FixedLine[]
  /** What does not add up: counts, sums, a missing end. A file with any was cut or altered. */
  readonly faltas: readonly string[]
}

/** A whole file. */
export interface Retorno extends Cabecalho, Fecho {
  readonly ocorrencias: readonly Ocorrencia[]
  readonly recebimentos: readonly Recebimento[]
}
