import type { ContaCobranca } from '../account'

/** What companies tell their bank of collection: files of titles and of instructions on them (CNAB 400 and 240, remessa). */

export type CnabLayout = 'cnab400' | 'cnab240'

/** What the bank is asked to do with a title. */
export const COMANDOS = {
  entrada: 'Entrada de título',
  baixa: 'Pedido de baixa',
  abatimento: 'Concessão de abatimento',
  cancela_abatimento: 'Cancelamento de abatimento',
  vencimento: 'Alteração de vencimento',
  protesto: 'Pedido de protesto',
  susta_protesto: 'Sustar protesto e manter em carteira',
  susta_protesto_baixa: 'Sustar protesto e baixar',
  desconto: 'Concessão de desconto',
  cancela_desconto: 'Cancelamento de desconto',
  valor: 'Alteração de valor',
  alteracao: 'Alteração de outros dados',
} as const

export type Comando = keyof typeof COMANDOS

/** Kinds of titles; each bank has codes of its own for them. */
export const ESPECIES = {
  DM: 'Duplicata mercantil',
  DMI: 'Duplicata mercantil por indicação',
  DS: 'Duplicata de serviço',
  NP: 'Nota promissória',
  NS: 'Nota de seguro',
  RC: 'Recibo',
  LC: 'Letra de câmbio',
  ND: 'Nota de débito',
  FAT: 'Fatura',
  ME: 'Mensalidade escolar',
  BDP: 'Boleto de proposta',
  CC: 'Cartão de crédito',
  OUTROS: 'Outros',
} as const

export type Especie = keyof typeof ESPECIES

/** Money a day, or percent a month. */
export interface Juros {
  readonly tipo: 'valor_dia' | 'taxa_mes'
  /** Reais with two decimals, or percent; decimal text. */
  readonly valor: string
  /** From when on; YYYY-MM-DD, null for the day after the due date. */
  readonly data: string | null
}

export interface Multa {
  readonly tipo: 'valor' | 'percentual'
  readonly valor: string
  readonly data: string | null
}

export interface Desconto {
  readonly tipo: 'valor' | 'percentual'
  readonly valor: string
  /** Up to when; YYYY-MM-DD. */
  readonly data: string | null
}

/** Who pays, or who guarantees: bare digits (a CNPJ may have letters), capitals without accents. */
export interface Pessoa {
  readonly nome: string
  readonly documento: string
}

export interface Pagador extends Pessoa {
  readonly endereco: string
  readonly bairro: string
  /** 8 digits. */
  readonly cep: string
  readonly cidade: string
  readonly uf: string
}

/** A title, and what is to be done with it. Amounts are decimal text in reais, days YYYY-MM-DD. */
export interface Titulo {
  readonly comando: Comando
  /** The bank's own number, and its check digit where the file has a place for it. */
  readonly nosso_numero: string
  readonly nosso_numero_dv: string
  /** The company's number, as printed. */
  readonly seu_numero: string
  /** Free text of the company, which the bank tells back; up to 25. */
  readonly uso_empresa: string
  readonly vencimento: string | null
  readonly emissao: string | null
  readonly valor: string
  readonly especie: Especie
  readonly aceite: boolean
  readonly juros: Juros | null
  readonly multa: Multa | null
  readonly desconto: Desconto | null
  readonly abatimento: string
  readonly iof: string
  /** Days after the due date until it goes to the registry of protests, and until the bank gives it back; null for never. */
  readonly protesto_dias: number | null
  readonly devolucao_dias: number | null
  readonly pagador: Pagador
  readonly avalista: Pessoa | null
  /** Lines for the slip. */
  readonly mensagens: readonly string[]
}

/** Who collects. */
export interface Beneficiario extends Pessoa {
  readonly conta: ContaCobranca
  /** What Santander calls the code of transmission, and Bradesco the company's code: up to 20 digits. */
  readonly codigo_transmissao: string
}

/** A file of titles. */
export interface Remessa {
  /** 3 digits. */
  readonly banco: string
  readonly layout: CnabLayout
  readonly beneficiario: Beneficiario
  /** The number of the file, of the account's own series; null in a layout that has no place for it. */
  readonly sequencia: number | null
  /** YYYY-MM-DD, and HH:mm:ss where the layout tells it. */
  readonly data: string
  readonly hora: string | null
  readonly titulos: readonly Titulo[]
}

/** A title as it was read. */
export interface TituloLido extends Titulo {
  readonly linha: number
  /** The bank's code of the command, and of the kind of title. */
  readonly codigo: string
  readonly codigo_especie: string
}

/** A file as it was read. */
export interface RemessaLida extends Remessa {
  readonly titulos: readonly TituloLido[]
  readonly linhas: number
  /** Records that the layout does not know, as they came. */
  readonly desconhecidos: readonly { readonly line: number; readonly text: string }[]
  /** What does not add up. */
  readonly faltas: readonly string[]
}
