import { EDI_KINDS, EDI_VERSIONS } from '../../edi/edi-file'
import { EFFECTS } from '../../edi/occurrences'
import { f } from '../field'
import { empresaId } from '../kit'

/** Files exchanged with carriers (document 3, section 2): what came, what went, and what became of every line. */

export const EDI_STATES = { 1: 'A conferir', 2: 'Com diferenças', 4: 'Aplicado' } as const

/** Which way a file went. */
export const EDI_WAYS = { entrada: 'Recebido', saida: 'Enviado' } as const

export const ediFields = {
  empresa_id: empresaId(),
  sentido: f.choice('Sentido', EDI_WAYS).required().computed(),
  tipo: f.choice('Tipo', EDI_KINDS).required().computed(),
  versao_leiaute: f.choice('Versão', EDI_VERSIONS).required().computed(),
  transportadora_id: f.ref('Transportadora', 'transportadora', { doc: 'Pelo CNPJ que o arquivo diz' }).computed(),
  CNPJ_transp: f.text('CNPJ no arquivo', { max: 14, format: 'code' }).computed(),
  xTransp: f.text('Nome no arquivo', { max: 60 }).computed(),
  intercambio: f.text('Intercâmbio', { max: 20, format: 'code' }).computed(),
  dGeracao: f.date('Gerado em').computed(),
  sequencia: f.integer('Sequência no dia', { min: 1, doc: 'Por transportadora, versão e dia' }).computed(),
  dInicio: f.date('De').computed(),
  dFim: f.date('Até').computed(),
  arquivo: f.text('Arquivo', { max: 200 }).required().computed(),
  sha256: f.text('Conteúdo', { max: 64, format: 'code', doc: 'Pelo qual o mesmo arquivo é conhecido' }).computed(),
  tamanho: f.integer('Tamanho', { min: 0, doc: 'Em bytes' }).default(0).computed(),
  qRegistros: f.integer('Registros', { min: 0 }).default(0).computed(),
  qLinhas: f.integer('Linhas', { min: 0, doc: 'Notas, ocorrências, conhecimentos e cobranças' }).default(0).computed(),
  qAplicadas: f.integer('Aplicadas', { min: 0 }).default(0).computed(),
  qPendentes: f.integer('À espera', { min: 0 }).default(0).computed(),
  qDivergentes: f.integer('Com diferenças', { min: 0 }).default(0).computed(),
  qIgnoradas: f.integer('Ignoradas', { min: 0 }).default(0).computed(),
  vTotal: f.money('Valor', { doc: 'Dos fretes, ou das notas embarcadas' }).default(0).computed().summed(),
  avisos: f.json('Avisos', { large: true, doc: 'O que não fecha no arquivo' }).computed(),
  desconhecidas: f.json('Registros desconhecidos', { large: true, doc: 'Como vieram: {line, text}' }).computed(),
  obs: f.notes('Observações', { max: 2000 }),
  status: f.generated('Situação', `case when "qDivergentes" > 0 then 2 when "qPendentes" > 0 then 1 else 4 end`, {
    words: EDI_STATES,
  }),
  user_id: f.author('Carregado por'),
}

/** The bytes of a file, as they came or went. */
export const ediConteudoFields = {
  empresa_id: empresaId(),
  edi_id: f.ref('Arquivo', 'edi').required(),
  conteudo: f.text('Conteúdo', { max: 28_000_000, large: true, doc: 'Em base64' }).required(),
}

/** What a line of a file is. */
export const EDI_LINES = {
  nota: 'Nota embarcada',
  ocorrencia: 'Ocorrência',
  conhecimento: 'Conhecimento',
  cobranca: 'Cobrança',
} as const

export const EDI_LINE_STATES = { 1: 'À espera', 2: 'Com diferença', 4: 'Aplicada', 5: 'Ignorada' } as const
export const [LINE_WAITS, LINE_DIFFERS, LINE_DONE, LINE_IGNORED] = [1, 2, 4, 5] as const

export const ediLinhaFields = {
  empresa_id: empresaId(),
  edi_id: f.ref('Arquivo', 'edi').required(),
  edi_fatura_id: f.ref('Fatura', 'edi_fatura'),
  linha: f.integer('Linha', { min: 1 }).required(),
  tipo: f.choice('Tipo', EDI_LINES).required(),
  situacao: f.option('Situação', EDI_LINE_STATES).default(LINE_WAITS),
  motivo: f.text('Motivo', { max: 300, doc: 'Por que espera, difere ou foi ignorada' }),
  venda_id: f.ref('Venda', 'venda', { trace: true }),
  CNPJ_emit: f.text('Emitente', { max: 14, format: 'code' }),
  serie: f.integer('Série'),
  nNF: f.integer('Nota'),
  chNFe: f.text('Chave da nota', { max: 44, format: 'code' }),
  codigo: f.text('Código', { max: 10, format: 'code' }),
  texto: f.text('Ocorrência', { max: 100 }),
  efeito: f.choice('Efeito', EFFECTS),
  xRecado: f.text('Recado', { max: 220, doc: 'O que a transportadora escreveu' }),
  dhOcorrencia: f.datetime('Quando'),
  CNPJ_cte: f.text('Emitente do CT-e', { max: 14, format: 'code' }),
  serieCTe: f.text('Série do CT-e', { max: 5, format: 'code' }),
  nCTe: f.text('CT-e', { max: 12, format: 'code' }),
  chCTe: f.text('Chave do CT-e', { max: 44, format: 'code' }),
  vFrete: f.money('Frete', { doc: 'Do conhecimento, por nota; do que se cobra, o todo' }),
  vConhecimento: f.money('No CONEMB', { doc: 'O frete que a transportadora disse ao embarcar' }),
  vVenda: f.money('Cobrado na venda', { doc: 'O frete das vendas das notas' }),
  vDiferenca: f.money('Diferença', { doc: 'O que se cobra menos o que se esperava' }),
  notas: f.json('Notas', { doc: 'De um conhecimento cobrado: [{issuer, series, number}]' }),
}

export const ediFaturaFields = {
  empresa_id: empresaId(),
  edi_id: f.ref('Arquivo', 'edi').required(),
  transportadora_id: f.ref('Transportadora', 'transportadora'),
  serie: f.text('Série', { max: 3, format: 'code' }),
  numero: f.text('Fatura', { max: 10, format: 'code' }).required(),
  dEmissao: f.date('Emissão'),
  dVencimento: f.date('Vencimento'),
  valor: f.money('Valor').required().summed(),
  vConhecimentos: f.money('Conhecimentos', { doc: 'A soma do que a fatura cobra' }).default(0),
  vEsperado: f.money('Esperado', { doc: 'O que os CONEMB disseram, ou as vendas cobraram' }).default(0),
  vDiferenca: f.money('Diferença').default(0),
  qDivergentes: f.integer('Com diferença', { min: 0 }).default(0),
  contas_pagar_id: f.ref('Conta a pagar', 'contas_pagar').computed(),
}

/** Where an event of a delivery comes from. */
export const TRACKING_SOURCES = { edi: 'Transportadora (EDI)' } as const

/** What happened to a sale on its way: rows are only added. */
export const vendaRastreioFields = {
  empresa_id: empresaId(),
  venda_id: f.ref('Venda', 'venda').required(),
  dhOcorrencia: f.datetime('Quando').required(),
  codigo: f.text('Código', { max: 10, format: 'code' }).required(),
  texto: f.text('Ocorrência', { max: 100 }).required(),
  efeito: f.choice('Efeito', EFFECTS).required(),
  xRecado: f.text('Recado', { max: 220 }),
  origem: f.choice('Origem', TRACKING_SOURCES).required(),
  transportadora_id: f.ref('Transportadora', 'transportadora'),
  edi_id: f.ref('Arquivo', 'edi'),
}

/** What making a NOTFIS asks. */
export const notfisFields = {
  transportadora_id: f.ref('Transportadora', 'transportadora'),
  rota_id: f.ref('Rota', 'rota'),
  versao: f.choice('Versão', EDI_VERSIONS).default('3.0a').required(),
}

/** What making an account payable of a carrier's invoice asks. */
export const lancaFaturaFields = {
  fornecedor_id: f.ref('Fornecedor', 'fornecedor'),
  plano_conta_id: f.ref('Conta de resultado', 'plano_conta'),
}
