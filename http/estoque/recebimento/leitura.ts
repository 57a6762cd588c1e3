import { entradaLeituraFields } from '../../../core/fields/estoque/leitura'
import { resource } from '../../platform/resource'

/**
 * What was read at the door, one row a reading. A key that the device makes names each: sent again, it counts once. Rows are added and never changed; how much of an
 * item came is their sum, so nobody who reads waits for anybody else.
 */
export const entradaLeitura = resource({
  name: 'entrada_leitura',
  paths: ['entrada_leitura'],
  title: 'Leitura do recebimento',
  right: 'entrada',
  readOnly: true,
  company: 'own',
  fields: entradaLeituraFields,
  search: ['codigo', 'nLote'],
  display: ['codigo', 'qTrib'],
  unique: [['empresa_id', 'chave'], ['desfaz_id']],
  indexes: [['etiqueta'], ['empresa_id', 'grupo']],
  parent: { resource: 'entrada_mercadoria', field: 'entrada_mercadoria_id', list: 'entrada_leituras', apart: true },
})
