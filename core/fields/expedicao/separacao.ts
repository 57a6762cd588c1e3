import { f } from '../field'
import { empresaId } from '../kit'

/** Documents that goods are picked for, and the column that names one. */
export const PICKED_FOR = {
  venda: 'venda_id',
  saida: 'saida_id',
  consumo: 'consumo_id',
  devolucao: 'devolucao_id',
  ordem_producao: 'ordem_producao_id',
} as const
export type PickedFor = keyof typeof PICKED_FOR

/** Whether the goods have left stock already and are only fetched, or are held and leave later. */
export const [ISSUED, RESERVED] = [0, 1] as const

/** Why less lies on a shelf than should. */
export const SHORTAGES = { falta: 'Não encontrada', avaria: 'Avariada', vencido: 'Vencida' } as const
export type Shortage = keyof typeof SHORTAGES
export const SHORTAGE_NAMES = ['falta', 'avaria', 'vencido'] as const satisfies readonly Shortage[]

/** A picking order (document 3, section 3, N3-004): what is fetched of one warehouse in one walk, for one document or for several. */
export const separacaoFields = {
  empresa_id: empresaId(),
  armazem_id: f.ref('Armazém', 'armazem').required(),
  tipo: f.option('Estoque', { [ISSUED]: 'Já baixado', [RESERVED]: 'Reservado' }).default(ISSUED),
  user_id: f.ref('Separador', 'user', { doc: 'Quem começou' }).computed(),
  conferente_id: f.ref('Conferente', 'user', { doc: 'Quem contou ou pesou de novo' }).computed(),
  dhImpressao: f.datetime('Impressa em').computed(),
  obs: f.text('Observações', { max: 2000 }),
  custom_fields: f.json('Campos próprios', { doc: 'Texto por nome de campo, dos que SEPARACAO.CUSTOM_FIELDS diz' }),
}

/** What its documents and lines make of an order. */
export const separacaoComputed = {
  documentos: f.integer('Documentos').computed(),
  itens: f.integer('Itens').computed(),
  separados: f.integer('Separados').computed(),
  faltas: f.integer('Faltas').computed(),
  guardar: f.integer('A guardar', { doc: 'Separados para documentos que foram cancelados' }).computed(),
  codigo: f.text('Código de barras', { max: 12, format: 'code', doc: 'O número, com doze dígitos' }).computed(),
}

/** A document whose goods an order fetches (N3-005), and its place in the walk: `posicao` numbers the boxes on the trolley. */
export const separacaoVendaFields = {
  separacao_id: f.ref('Separação', 'separacao').required(),
  empresa_id: empresaId(),
  documento: f
    .choice('Documento', {
      venda: 'Venda',
      saida: 'Saída',
      consumo: 'Consumo',
      devolucao: 'Devolução',
      ordem_producao: 'Ordem de produção',
    })
    .required(),
  venda_id: f.ref('Venda', 'venda'),
  saida_id: f.ref('Saída', 'saida'),
  consumo_id: f.ref('Consumo', 'consumo'),
  devolucao_id: f.ref('Devolução', 'devolucao'),
  ordem_producao_id: f.ref('Ordem de produção', 'ordem_producao'),
  lancamento_id: f.ref('Lançamento', 'lancamento', { doc: 'O passo que baixou ou reservou as mercadorias' }).required(),
  xNome: f.text('Cliente', { max: 120 }),
  posicao: f.integer('Caixa', { min: 1, max: 10_000, doc: 'No carrinho de quem separa' }).default(1),
  volumes: f.integer('Volumes', { min: 1, max: 999 }).default(1),
  dhCancelamento: f.datetime('Cancelado em'),
}

/** Goods to be fetched (N3-006): how much, from which place, of which lot, for which item of which document. */
export const separacaoMercadoriaFields = {
  separacao_id: f.ref('Separação', 'separacao').required().computed(),
  separacao_venda_id: f.ref('Documento da separação', 'separacao_venda').required().computed(),
  empresa_id: empresaId(),
  item_id: f.integer('Item do documento').required().computed(),
  mercadoria_id: f.ref('Mercadoria', 'mercadoria').required().computed(),
  xProd: f.text('Descrição', { max: 120 }).computed(),
  un: f.text('Unidade', { max: 6 }).computed(),
  armazenamento_id: f.ref('Local', 'armazenamento').required().computed(),
  lote_id: f.ref('Lote', 'mercadoria_lote').computed(),
  qTrib: f.decimal('Quantidade', 4, { min: 0 }).required().computed(),
  qSeparada: f.decimal('Separada', 4, { min: 0 }).default(0).computed(),
  qConferida: f.decimal('Conferida', 4, { min: 0 }).default(0).computed(),
  qCortada: f.decimal('Cortada', 4, { min: 0, doc: 'Faltou, e o documento ficou sem ela' }).default(0).computed(),
  qFalta: f.decimal('Faltou', 4, { min: 0, doc: 'O que o local devia ter e não tinha' }).default(0).computed(),
  motivo: f.choice('Falta', SHORTAGES, { doc: 'Por que o local tinha menos do que devia' }).computed(),
  dhFalta: f.datetime('Faltou em').computed(),
  dhConferencia: f.datetime('Separado em').computed(),
  dhGuardado: f.datetime('Guardado em', { doc: 'De volta ao local, depois que o documento foi cancelado' }).computed(),
  user_id: f.ref('Separado por', 'user').computed(),
}

export const separacaoMercadoriaComputed = {
  mercadoria_armazenamento: f
    .json('Estoque no local', { doc: 'A mercadoria, o local e os lotes que há nele; vazio onde não há dela' })
    .computed(),
  local: f.text('Código do local', { max: 20, format: 'code' }).computed(),
  nLote: f.text('Lote', { max: 40, format: 'code' }).computed(),
  dVal: f.date('Validade').computed(),
  documento: f.text('Documento', { max: 40 }).computed(),
  documento_id: f.integer('Número do documento').computed(),
  posicao: f.integer('Caixa').computed(),
  cancelado: f.boolean('Documento cancelado').computed(),
}

/** What readings are of: fetching goods, or counting them again. */
export const [PICKING, CHECKING] = [0, 1] as const

/** What a scanner read, one row a reading under a key of its device; added and never changed. */
export const separacaoLeituraFields = {
  separacao_id: f.ref('Separação', 'separacao').required(),
  separacao_mercadoria_id: f.ref('Item da separação', 'separacao_mercadoria', { trace: true }),
  empresa_id: empresaId(),
  fase: f.option('Fase', { [PICKING]: 'Separação', [CHECKING]: 'Conferência' }).default(PICKING),
  chave: f
    .text('Chave', { max: 60, doc: 'Do aparelho: a mesma leitura, enviada de novo, não conta outra vez' })
    .required(),
  codigo: f.text('Código lido', { max: 400, format: 'code' }),
  qTrib: f.decimal('Quantidade', 4, { doc: 'Negativa quando desfaz outra' }).required(),
  nVolume: f.integer('Volume', { min: 1, max: 999 }),
  etiqueta: f.text('Etiqueta', { max: 120, format: 'code' }),
  user_id: f.author('Lida por'),
  resposta: f.json('Resposta', { doc: 'O que foi respondido a esta leitura' }),
}

/** A box that leaves: what it should weigh by its goods, and what it weighs. */
export const separacaoVolumeFields = {
  separacao_id: f.ref('Separação', 'separacao').required(),
  separacao_venda_id: f.ref('Documento da separação', 'separacao_venda').required(),
  empresa_id: empresaId(),
  nVolume: f.integer('Volume', { min: 1, max: 999 }).default(1),
  unitizador_id: f.ref('Unitizador', 'unitizador', { trace: true }),
  peso: f.decimal('Peso (kg)', 3, { min: 0, max: 100_000 }),
  nVias: f.integer('Vezes impressa', { min: 0 }).default(0),
  dhImpressao: f.datetime('Impressa em'),
}
