import { f } from '../field'
import { empresaId } from '../kit'

/** Goods that are put into other locations of their company, or go to another one (document 2, section 3, N2-068). */
export const transfArmazFields = {
  empresa_id: empresaId(),
  armazem_orig_id: f.ref('Armazém de origem', 'armazem'),
  empresa_destino_id: f.ref('Empresa de destino', 'empresa', { doc: 'Vazia: as mercadorias ficam na empresa' }),
  armazem_dest_id: f.ref('Armazém de destino', 'armazem', { abroad: true }),
  user_id: f.author('Usuário'),
  emitir_nfe: f.boolean('Emite NF-e', { doc: 'Sempre, para uma empresa de outro CNPJ' }).default(false),
  tipo_entrada_saida_id: f.ref('Operação da nota', 'tipo_entrada_saida', { doc: 'De saída: transferência' }),
  dhRecebimento: f.datetime('Recebida no destino em').computed(),
  obs: f.text('Observações', { max: 500 }),
}

/** A line of a transfer (N2-069): what of a product goes from where to where. */
export const transfArmazMercadoriaFields = {
  transf_armaz_id: f.ref('Transferência', 'transf_armaz').required(),
  empresa_id: empresaId(),
  mercadoria_id: f.ref('Mercadoria', 'mercadoria').required(),
  xProd: f.text('Descrição', { max: 120 }).computed(),
  un: f.text('Unidade', { max: 6 }).computed(),
  armazenamento_orig_id: f.ref('De', 'armazenamento').required(),
  armazenamento_dest_id: f.ref('Para', 'armazenamento', {
    abroad: true,
    doc: 'Em outra empresa, o local usual dela, se vazio',
  }),
  lote_id: f.ref('Lote', 'mercadoria_lote', { doc: 'Vazio: os que vencem primeiro' }),
  qTrib: f.quantity('Quantidade', 'mercadoria_id', { min: 0.0001 }).required(),
  vCusto: f.money('Custo', { doc: 'Com que saiu para outra empresa' }).computed().guarded('custo'),
}
