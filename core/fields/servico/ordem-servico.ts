import { dueFields } from '../documents'
import { f } from '../field'
import { empresaId } from '../kit'

/** What an order issues as it is invoiced, as series number documents. */
export const SERVICE_NOTES = { 0: 'Nenhuma nota', 2: 'NFS-e' } as const

/** How soon an order has to be seen to. */
export const PRIORITY = { 0: 'Normal', 1: 'Alta', 2: 'Urgente' } as const

/** Longest name of who signs. */
export const SIGNER_NAME = 80

/** A service order (document 3, section 3, N3-045). */
export const ordemServicoFields = {
  empresa_id: empresaId(),
  cliente_id: f.ref('Cliente', 'cliente').required(),
  cliente_xNome: f.text('Nome do cliente', { max: 120, doc: 'Guardado com o documento' }).computed(),
  cliente_CNPJ_CPF: f.text('CNPJ / CPF do cliente', { max: 14 }).computed(),
  cliente_endereco: f.text('Endereço do cliente', { max: 400 }).computed(),
  equipamento_id: f.ref('Equipamento', 'equipamento'),
  xEquipamento: f.text('Descrição do equipamento', { max: 250, doc: 'Guardada com o documento' }).computed(),
  nSerie: f.text('Número de série', { max: 60, doc: 'Guardado com o documento' }).computed(),
  colaborador_id: f.ref('Técnico', 'colaborador'),
  armazenamento_id: f.ref('Local das peças', 'armazenamento', {
    doc: 'Vazio: primeiro o local do técnico, depois os outros da empresa',
  }),
  geraNFe: f.option('Emite', SERVICE_NOTES, { doc: 'Ao faturar; os números são os das séries' }).default(0),
  prioridade: f.option('Prioridade', PRIORITY).default(0),
  dhAgendamento: f.datetime('Agendada para'),
  dPrevisao: f.date('Prometida para'),
  defeito: f.notes('Defeito ou pedido', { max: 2000 }),
  laudo: f.notes('Laudo', { max: 4000, doc: 'O que se achou e o que foi feito' }),
  obs: f.text('Observações', { max: 2000 }),
  custom_fields: f.json('Checklist', { doc: 'Texto por nome de campo, dos que ORDEM_SERVICO.CUSTOM_FIELDS diz' }),
  usuario_id: f.author('Usuário'),
  contrato_servico_id: f.ref('Contrato', 'contrato_servico', { trace: true }).computed(),
  dContrato: f.date('Dia do contrato', { doc: 'Para o qual o contrato gerou esta ordem' }).computed(),
  vProd: f.money('Mercadorias', { doc: 'Preço vezes quantidade' }).default(0).computed(),
  vServ: f.money('Serviços', { doc: 'Preço vezes quantidade' }).default(0).computed(),
  vDesc: f.money('Descontos').default(0).computed(),
  vTotal: f.money('Total').default(0).computed().summed(),
  xAssinante: f.text('Assinada por', { max: SIGNER_NAME }).computed(),
  assinatura_id: f.ref('Assinatura', 'anexo', { trace: true, doc: 'A figura, entre os anexos' }).computed(),
  dhLink: f.datetime('Link criado em').computed(),
  nLink: f.integer('Link nº', { doc: 'Os anteriores foram revogados' }).default(0).computed(),
}

/** What both kinds of lines have: a line under warranty costs the customer nothing, and its cost is borne by the centre that it names. */
const lineFields = () => ({
  ordem_servico_id: f.ref('Ordem de serviço', 'ordem_servico').required(),
  empresa_id: empresaId(),
  vUnTrib: f.decimal('Preço unitário', 4, { min: 0, doc: 'O do cadastro, se vazio; zero em garantia' }).default(0),
  vDesc: f.money('Desconto', { min: 0 }).default(0),
  garantia: f
    .boolean('Em garantia', { doc: 'O cliente não paga: o custo é do centro de custo da garantia' })
    .default(false),
  centro_custo_id: f.ref('Centro de custo da garantia', 'centro_custo', { doc: 'O da empresa, se vazio' }),
  vTotal: f.money('Total').default(0).computed(),
})

/** Goods of a service order (N3-046). */
export const ordemServicoMercadoriaFields = {
  ...lineFields(),
  mercadoria_id: f.ref('Mercadoria', 'mercadoria').required(),
  servico_id: f.ref('Serviço', 'servico', { doc: 'Em que foi usada' }),
  xProd: f.text('Descrição', { max: 120 }).computed(),
  un: f.text('Unidade', { max: 6 }).computed(),
  qTrib: f.quantity('Quantidade', 'mercadoria_id', { min: 0.0001 }).required(),
  armazenamento_id: f.ref('Local', 'armazenamento', { doc: 'O da ordem, se vazio' }),
  lote_id: f.ref('Lote', 'mercadoria_lote', { doc: 'Os que vencem antes, se vazio' }),
  vCusto: f.money('Custo', { doc: 'Com que saiu do estoque' }).computed().guarded('custo'),
}

/** Services of a service order (N3-047). */
export const ordemServicoServicoFields = {
  ...lineFields(),
  servico_id: f.ref('Serviço', 'servico').required(),
  xServ: f.text('Descrição', { max: 120 }).computed(),
  un: f.text('Unidade', { max: 6 }).computed(),
  qTrib: f.decimal('Quantidade', 4, { min: 0.0001 }).default(1),
  colaborador_id: f.ref('Feito por', 'colaborador'),
}

/** An instalment of a service order. */
export const ordemServicoDuplicataFields = {
  ordem_servico_id: f.ref('Ordem de serviço', 'ordem_servico').required(),
  empresa_id: empresaId(),
  ...dueFields(),
  fixed: f.boolean('Valor fixado', { doc: 'A redistribuição não o altera' }).default(false),
  pending: f.boolean('Pendente').default(true).computed(),
  nsu: f.text('NSU', { max: 30, format: 'code', doc: 'Do comprovante do cartão' }),
  cAut: f.text('Autorização', { max: 20, format: 'code', doc: 'Do comprovante do cartão' }),
  conta_receber_id: f.ref('Conta a receber', 'contas_receber').computed(),
}
