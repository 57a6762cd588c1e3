import { f } from '../field'
import { headFields, instalmentFields, lineFields } from './lines'

export const orcamentoFields = {
  ...headFields(),
  dValidade: f.date('Válido até', { doc: 'Último dia em que o orçamento vale' }),
  xContato: f.text('Contato', { max: 80, doc: 'Com quem se fala no cliente' }),
  acaoOp: f.integer('Ação de produção', { options: [0, 1, 2] }),
  venda_id: f.ref('Venda gerada', 'venda').computed(),
}

export const orcamentoMercadoriaFields = { orcamento_id: f.ref('Orçamento', 'orcamento').required(), ...lineFields() }

export const orcamentoDuplicataFields = {
  orcamento_id: f.ref('Orçamento', 'orcamento').required(),
  ...instalmentFields(),
}
