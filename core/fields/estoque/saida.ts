import { origin } from '../documents'
import { f } from '../field'
import { empresaId } from '../kit'

/** Whom goods of another output go to. */
export const RECIPIENTS = {
  cliente: 'Cliente',
  fornecedor: 'Fornecedor',
  colaborador: 'Colaborador',
  empresa: 'Empresa',
} as const
export type Recipient = keyof typeof RECIPIENTS

/** The column that names a recipient of each kind. */
export const RECIPIENT_COLUMNS = {
  cliente: 'cliente_id',
  fornecedor: 'fornecedor_id',
  colaborador: 'colaborador_id',
  empresa: 'empresa_destino_id',
} as const satisfies Readonly<Record<Recipient, string>>

/** Another output of goods than a sale (document 2, section 3, N2-062). */
export const saidaFields = {
  empresa_id: empresaId(),
  user_id: f.author('Usuário'),
  movimenta_estoque: f.boolean('Movimenta estoque').default(true),
  destinatario_type: f.choice('Destinatário', RECIPIENTS).default('cliente'),
  cliente_id: f.ref('Cliente', 'cliente'),
  fornecedor_id: f.ref('Fornecedor', 'fornecedor'),
  colaborador_id: f.ref('Colaborador', 'colaborador'),
  empresa_destino_id: f.ref('Empresa de destino', 'empresa'),
  armazenamento_id: f.ref('Local de saída', 'armazenamento', { doc: 'O local usual da empresa, se vazio' }),
  geraNFe: f.option('Nota fiscal', { 0: 'Não gera', 1: 'NF-e' }).default(0),
  tipo_entrada_saida_id: f.ref('Operação da nota', 'tipo_entrada_saida', { doc: 'De saída: remessa, bonificação' }),
  obs: f.text('Observações', { max: 2000 }),
  origem_id: origin(),
  ajuste: f
    .boolean('Ajuste de inventário', { doc: 'Do que uma contagem não encontrou: sai só de onde falta' })
    .default(false)
    .computed(),
  vTotal: f.money('Total').default(0).computed().summed(),
}

/** What takes and tells the recipient by one name, whatever its kind. */
export const saidaBeside = {
  destinatario_id: f.integer('Código do destinatário', { min: 1, format: 'serial' }),
}

export const saidaMercadoriaFields = {
  saida_id: f.ref('Saída', 'saida').required(),
  empresa_id: empresaId(),
  mercadoria_id: f.ref('Mercadoria', 'mercadoria').required(),
  xProd: f.text('Descrição', { max: 120 }).computed(),
  un: f.text('Unidade', { max: 6 }).computed(),
  qTrib: f.quantity('Quantidade', 'mercadoria_id', { min: 0.0001 }).required(),
  vUnTrib: f.money('Preço', { decimals: 4, min: 0 }).default(0),
  vTotal: f.money('Total').default(0).computed(),
  armazenamento_id: f.ref('Local', 'armazenamento', { doc: 'O da saída, se vazio' }),
  lote_id: f.ref('Lote', 'mercadoria_lote', { doc: 'Os que vencem antes, se vazio' }),
  vCusto: f.money('Custo', { doc: 'Com que saiu do estoque' }).computed().guarded('custo'),
}
