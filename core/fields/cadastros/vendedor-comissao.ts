import { f } from '../field'

export const vendedorComissaoFields = {
  vendedor_id: f.ref('Vendedor', 'vendedor').required('Salve o vendedor antes de adicionar comissões.'),
  percentual: f.percent('Percentual', 4, { min: 0, max: 100 }).required('Informe o percentual.'),
  comissionavel_type: f.choice('De', { cliente: 'Um cliente' }, { doc: 'Vazio: de todas as vendas' }),
  comissionavel_id: f.ref('Cliente', 'cliente'),
  obs: f.notes('Observações', { max: 500 }),
}
