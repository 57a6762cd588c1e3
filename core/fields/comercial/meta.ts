import { f } from '../field'
import { empresaId } from '../kit'

const period = () => ({
  empresa_id: empresaId(),
  descricao: f.text('Descrição', { max: 80 }).required(),
  dIni: f.date('De').required(),
  dFim: f.date('Até').required(),
})

export const metaFields = { ...period(), vMeta: f.money('Meta da empresa', { min: 0 }).summed() }

export const metaVendedorFields = {
  empresa_id: empresaId(),
  meta_id: f.ref('Meta', 'meta').required(),
  vendedor_id: f.ref('Vendedor', 'vendedor').required(),
  vMeta: f.money('Valor', { min: 0 }).default(0).summed(),
}

export const metaVendaFields = {
  ...period(),
  vMeta: f.money('Valor', { min: 0 }).required().summed(),
  vendedor_id: f.ref('Só do vendedor', 'vendedor'),
  categoria_id: f.ref('Só da categoria de clientes', 'cliente_categoria'),
}

/** What was invoiced of a goal. */
export const metaComputed = { vRealizado: f.money('Realizado').computed().summed() }
