import { f } from '../field'

export const clienteIntencaoFields = {
  cliente_id: f.ref('Cliente', 'cliente').required(),
  mercadoria_id: f.ref('Produto', 'mercadoria'),
  descricao: f.text('O que procura', { max: 200 }).required(),
  quantidade: f.quantity('Quantidade', 'mercadoria_id', { min: 0 }),
  dPrevista: f.date('Para quando'),
}
