import { f } from '../field'
import { empresaId, taxId, uf } from '../kit'

/** Ways on which a manifest's cargo goes (modal). */
const MODALS = { 1: 'Rodoviário', 2: 'Aéreo', 3: 'Aquaviário', 4: 'Ferroviário' } as const

/** A manifest that somebody else issued and in which the company takes part. Its XML is a document of the distribution (`dfe_documento`). */
export const mdfeRecebidoFields = {
  empresa_id: empresaId(),
  chMDFe: f.text('Chave de acesso', { max: 44, format: 'code' }).required(),
  tpAmb: f.option('Ambiente', { 1: 'Produção', 2: 'Homologação' }).default(2),
  nMDF: f.integer('Número'),
  serie: f.integer('Série'),
  dhEmi: f.datetime('Emissão'),
  CNPJ_CPF: taxId('CNPJ / CPF do emitente'),
  xNome: f.text('Emitente', { max: 120 }),
  participacao: f.text('Participação', {
    max: 300,
    doc: 'Como o manifesto nomeia a empresa: contratante, seguradora…',
  }),
  modal: f.option('Modal', MODALS),
  UFIni: uf('UF de carregamento'),
  UFFim: uf('UF de descarregamento'),
  placa: f.text('Placa', { max: 8 }),
  qNFe: f.integer('Notas'),
  qCTe: f.integer('CT-e'),
  vCarga: f.money('Valor da carga'),
  qCarga: f.decimal('Peso da carga', 4, { doc: 'Na unidade do peso' }),
  cUnid: f.option('Unidade do peso', { 1: 'kg', 2: 't' }),
  nProt: f.text('Protocolo', { max: 17, format: 'code' }),
  dhAutorizacao: f.datetime('Autorizado em'),
  dhEncerramento: f.datetime('Encerrado em'),
  dhCancelamento: f.datetime('Cancelado em'),
  xJust: f.text('Motivo do cancelamento', { max: 500 }),
  status: f.generated(
    'Situação',
    `case when "dhCancelamento" is not null then 2 when "dhEncerramento" is not null then 1 else 0 end`,
    { words: { 0: 'Aberto', 1: 'Encerrado', 2: 'Cancelado' } },
  ),
}
