import { trocaFields } from '../../../core/fields/sis/troca'
import { resource } from '../resource'

/**
 * What goes to outside services and what came of it: one row a request, whatever the service. Written in the transaction that wants it sent, sent by the server
 * processes (`run-exchange.ts`). `corpo` is the exact text that is sent each time; it and what the kind keeps beside are shown to nobody here.
 */
export const troca = resource({
  name: 'troca',
  paths: ['sis/troca', 'troca'],
  title: 'Comunicação',
  right: 'empresa',
  readOnly: true,
  company: 'own',
  fields: trocaFields,
  search: [],
  display: ['tipo', 'chave'],
  unique: [['tipo', 'chave']],
  indexes: [
    ['empresa_id', 'status', 'id'],
    ['recurso', 'registro_id'],
  ],
})
