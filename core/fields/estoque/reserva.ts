import { f } from '../field'
import { empresaId } from '../kit'

/** Goods that a document holds where they lie, until they leave or are let go: positive as they are held, negative as they no longer are. */
export const estoqueReservaFields = {
  empresa_id: empresaId(),
  mercadoria_id: f.ref('Mercadoria', 'mercadoria').required(),
  armazenamento_id: f.ref('Local', 'armazenamento').required(),
  lote_id: f.ref('Lote', 'mercadoria_lote'),
  q: f.decimal('Quantidade', 4).required(),
  lancamento_id: f.ref('Lançamento', 'lancamento', { doc: 'O passo que o fez' }).required(),
  documento: f.text('Documento', { max: 40, format: 'recurso', doc: 'Nome do recurso' }).required(),
  documento_id: f.integer('Número do documento').required(),
  item_id: f.integer('Item do documento').required(),
  user_id: f.ref('Usuário', 'user'),
}
