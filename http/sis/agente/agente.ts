import { agenteFields, agenteImpressaoFields } from '../../../core/fields/sis/agente'
import { f } from '../../../core/fields/field'
import { resource } from '../../platform/resource'
import { ALIVE } from './presence'

/**
 * PCs beside scales and printers (`agents/`), by the company that they work for. Who sees one uses it: weighs and prints there, as at the PC itself (`show agente`); who may
 * create pairs one (`store agente`), who may edit renames and revokes. Nobody writes one otherwise: what it is, it says itself (`room.ts`).
 */
export const agente = resource({
  name: 'agente',
  paths: ['sis/agente'],
  title: 'Agente local',
  right: 'agente',
  readOnly: true,
  company: 'own',
  fields: agenteFields,
  computed: { conectado: { meta: f.boolean('Conectado').computed().meta, sql: () => ALIVE } },
  search: ['nome', 'maquina'],
  display: ['nome'],
  unique: [['chave_hash']],
})

/** Papers that were asked of an agent. They wait here while it is away. What is on one is told to nobody but the agent. */
export const agenteImpressao = resource({
  name: 'agente_impressao',
  paths: ['sis/agente_impressao'],
  title: 'Impressão',
  right: 'agente',
  readOnly: true,
  company: 'own',
  fields: agenteImpressaoFields,
  search: ['arquivo', 'impressora'],
  display: ['arquivo', 'impressora'],
  unique: [['agente_id', 'chave']],
  indexes: [['agente_id', 'situacao', 'id'], ['criado_em']],
})
