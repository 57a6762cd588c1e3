/** What companies tell their bank to pay: files of payments (CNAB 240, segments A, B, J, J52, O, N and W), and what is read of them. */

/** A CPF or a CNPJ in bare digits (a CNPJ may have letters), and a name; capitals without accents once they were in a file. Either may be empty. */
export interface Pessoa {
  readonly nome: string
  readonly documento: string
}

/** An account, digits with or without zeros at the left; check digits that are not told are empty. */
export interface Conta {
  /** 3 digits. */
  readonly banco: string
  readonly agencia: string
  readonly agencia_dv: string
  readonly conta: string
  readonly conta_dv: string
  /** The digit over branch and account together, of the few banks that have one. */
  readonly agencia_conta_dv: string
}

/** Where the money comes from. */
export interface ContaPagadora extends Conta {
  /** The agreement of payments: what the bank knows the payer's files by. */
  readonly convenio: string
  /** Caixa: two digits of the channel, and six of the commitment (kind and code). */
  readonly parametro_transmissao: string
  readonly compromisso: string
}

/** Where a savings account is meant, banks are told. */
export interface ContaFavorecida extends Conta {
  readonly poupanca: boolean
}

export interface Endereco {
  readonly logradouro: string
  /** Digits without zeros at the left; banks take no letters here. */
  readonly numero: string
  readonly complemento: string
  /** Not told of the payer. */
  readonly bairro: string
  readonly cidade: string
  /** 8 digits. */
  readonly cep: string
  readonly uf: string
}

/** Who pays. */
export interface Pagador extends Pessoa {
  readonly conta: ContaPagadora
  readonly endereco: Endereco
}

/** Who gets the money; the address and the e-mail are for the bank's notices. */
export interface Favorecido extends Pessoa {
  readonly endereco: Endereco | null
  readonly email: string
}

/** What every payment tells. Amounts are decimal text in reais with two decimals, days YYYY-MM-DD. */
interface Comum {
  /** The company's own number, which the bank tells back; up to 20 (6 at Caixa's transfers). */
  readonly seu_numero: string
  /** The day of payment. */
  readonly data: string | null
  readonly valor: string
  /** What is paid, two digits (FEBRABAN G025): 20 suppliers, 22 taxes and utilities, 30 salaries, 98 other. */
  readonly servico: string
}

/** Money to an account: by TED of another bank, as a credit of the own bank, by Pix of any. */
export interface Transferencia extends Comum {
  readonly tipo: 'ted' | 'credito' | 'pix_conta'
  readonly favorecido: Favorecido
  readonly conta: ContaFavorecida
  /** Of the payer too: banks have forms of their own for that. */
  readonly mesma_titularidade: boolean
  /** Five digits (Banco Central): 00010 credit in account. Of a TED all banks but Itaú want it told. */
  readonly finalidade: string
}

export const CHAVES = {
  telefone: 'Telefone',
  email: 'E-mail',
  cpf_cnpj: 'CPF ou CNPJ',
  aleatoria: 'Chave aleatória',
} as const

export type TipoChave = keyof typeof CHAVES

export interface PixChave extends Comum {
  readonly tipo: 'pix'
  readonly favorecido: Favorecido
  readonly chave_tipo: TipoChave
  /** As the directory of the Banco Central has it: bare digits, +55 and the telephone, small letters. */
  readonly chave: string
  /** A message for who gets it. */
  readonly mensagem: string
}

export interface PixQr extends Comum {
  readonly tipo: 'pix_qr'
  readonly favorecido: Favorecido
  /** The whole code; where it is told, address and txid are taken from it. No file keeps it: read back, it is empty. */
  readonly copia_e_cola: string
  /** The address of a dynamic code, without https://, or the key of a static one. */
  readonly endereco: string
  readonly txid: string
  readonly vencimento: string | null
}

export interface PagamentoBoleto extends Comum {
  readonly tipo: 'boleto'
  readonly favorecido: Favorecido
  /** 44 digits; a typed line of 47 is taken as well. */
  readonly codigo_barras: string
  readonly vencimento: string | null
  /** What the slip says, less the discount and with the surcharge is what is paid. */
  readonly valor_titulo: string
  readonly desconto: string
  readonly acrescimo: string
  /** Whose slip it is; null where it is the payer's. */
  readonly sacado: Pessoa | null
  readonly sacador: Pessoa | null
}

export interface PagamentoGuia extends Comum {
  readonly tipo: 'guia'
  /** 44 digits, beginning with 8; a typed line of 48 is taken as well. */
  readonly codigo_barras: string
  /** The utility or authority. */
  readonly concessionaria: string
  readonly vencimento: string | null
}

/** Taxes that have no barcode. */
export const TRIBUTOS = {
  gps: 'GPS',
  darf: 'DARF',
  darf_simples: 'DARF Simples',
  darj: 'DARJ',
  gare_icms: 'GARE-SP ICMS',
  ipva: 'IPVA',
  dpvat: 'DPVAT',
  fgts: 'FGTS',
} as const

export type Tributo = keyof typeof TRIBUTOS

/** What only some taxes tell: texts, amounts as decimal text. */
export const DADOS_TRIBUTO = [
  'referencia',
  'outras_entidades',
  'atualizacao',
  'desconto',
  'receita_bruta',
  'percentual',
  'inscricao_estadual',
  'divida_ativa',
  'parcela',
  'ano_base',
  'renavam',
  'uf',
  'municipio',
  'placa',
  'opcao',
  'codigo_barras',
  'identificador',
  'lacre',
  'lacre_dv',
  'uso_empresa',
] as const

export type DadoTributo = (typeof DADOS_TRIBUTO)[number]

export interface PagamentoTributo extends Comum {
  readonly tipo: 'tributo'
  readonly tributo: Tributo
  readonly contribuinte: Pessoa
  /** The code of the revenue, or of the payment. */
  readonly receita: string
  /** The month it is of, YYYY-MM, or the day that its period ends. */
  readonly competencia: string
  readonly periodo: string | null
  readonly vencimento: string | null
  readonly principal: string
  readonly multa: string
  readonly juros: string
  readonly dados: Readonly<Partial<Record<DadoTributo, string>>>
  /** Lines of the complement (segment W), up to four of 40. */
  readonly complementos: readonly string[]
}

export type Pagamento = Transferencia | PixChave | PixQr | PagamentoBoleto | PagamentoGuia | PagamentoTributo

export type TipoPagamento = Pagamento['tipo']

export const TIPOS: Readonly<Record<TipoPagamento, string>> = {
  ted: 'TED',
  credito: 'Crédito em conta do próprio banco',
  pix_conta: 'Pix por agência e conta',
  pix: 'Pix por chave',
  pix_qr: 'Pix por QR Code',
  boleto: 'Boleto',
  guia: 'Conta ou tributo com código de barras',
  tributo: 'Tributo sem código de barras',
}

/** An order of payments: what one file tells, but at banks that want Pix apart. */
export interface OrdemPagamento {
  /** 3 digits: the bank that pays. */
  readonly banco: string
  readonly pagador: Pagador
  /** The number of the file, of the account's own series; null where none is told. */
  readonly sequencia: number | null
  /** YYYY-MM-DD and HH:mm:ss at which the file is made. */
  readonly data: string
  readonly hora: string
  readonly pagamentos: readonly Pagamento[]
}

/** Where a payment stood, and what a file tells of it besides. */
interface Lido {
  readonly linha: number
  /** The batch. */
  readonly lote: string
  /** The bank's code of the form of payment, and of the movement: 000 enters one, 999 takes it out. */
  readonly forma: string
  readonly movimento: string
  /** The bank's own number. */
  readonly nosso_numero: string
}

export type PagamentoLido = Pagamento & Lido

export interface OrdemLida extends OrdemPagamento {
  readonly pagamentos: readonly PagamentoLido[]
  readonly linhas: number
  /** Records that the layout does not know, as they came; no more than 1,000 are kept. */
  readonly desconhecidos: readonly { readonly line: number; readonly text: string }[]
  /** What does not add up. */
  readonly faltas: readonly string[]
}

/** What became of a payment, whatever the bank's own code for it is. */
export const EVENTOS_PAGAMENTO = {
  agendado: 'Agendado',
  pago: 'Pago',
  rejeitado: 'Rejeitado',
  devolvido: 'Devolvido',
  cancelado: 'Cancelado',
  outro: 'Outra ocorrência',
} as const

export type EventoPagamento = keyof typeof EVENTOS_PAGAMENTO

/** A code of the bank, in words where it is known, and what it means by itself. */
export interface OcorrenciaPagamento {
  readonly codigo: string
  readonly texto: string
  readonly evento: EventoPagamento
}

export interface ItemRetorno {
  readonly pagamento: PagamentoLido
  /** Up to five; those of the batch where the payment has none of its own. */
  readonly ocorrencias: readonly OcorrenciaPagamento[]
  /** One of them all: what undoes goes before what was done. */
  readonly evento: EventoPagamento
  /** The bank's proof of payment (segment Z); empty where none is told. */
  readonly autenticacao: string
  /** When it was paid, and how much; null and 0.00 where that is not told. */
  readonly dEfetivacao: string | null
  readonly efetivado: string
}

export interface RetornoPagamento extends Omit<OrdemLida, 'pagamentos'> {
  readonly itens: readonly ItemRetorno[]
  /** What the bank says of whole batches. */
  readonly lotes: readonly {
    readonly lote: string
    readonly forma: string
    readonly ocorrencias: readonly OcorrenciaPagamento[]
  }[]
}
