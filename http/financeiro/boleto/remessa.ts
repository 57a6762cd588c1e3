import { sql } from 'drizzle-orm'
import {
  remessaBeside,
  remessaConteudoFields,
  remessaFields,
  remessaTituloComputed,
  remessaTituloFields,
} from '../../../core/fields/financeiro/boleto'
import { badRequest } from '../../platform/errors'
import { type RecordOf, resource } from '../../platform/resource'
import { deliveryOf } from '../transmissao/stands'
import { chooseBoletos, writeFile } from './make-remessa'

/** Files of boletos to banks (N3-025, S3-020): made whole, kept to the byte. */
export const remessa = resource({
  name: 'remessa',
  paths: ['financeiro/remessa', 'remessa'],
  title: 'Remessa',
  right: 'remessa_retorno',
  company: 'own',
  fields: remessaFields,
  computed: deliveryOf('remessa'),
  beside: remessaBeside,
  search: ['arquivo'],
  display: ['arquivo', 'sequencia', 'data'],
  unique: [['banco_cnab_id', 'sequencia']],
  indexes: [['empresa_id', 'status', 'id']],
  hooks: {
    prepare: (ctx, drafts) => chooseBoletos(ctx, drafts),
    after: (ctx, records, _parent, input) => writeFile(ctx, records, input),
    remove: () => {
      throw badRequest('Uma remessa não é excluída: descarte-a, se não foi enviada.', 'made')
    },
  },
})

export type RemessaRecord = RecordOf<typeof remessa>

/** The bytes of files, beside their records. */
export const remessaConteudo = resource({
  name: 'remessa_conteudo',
  paths: ['financeiro/remessa_conteudo'],
  title: 'Conteúdo de remessa',
  right: 'remessa_retorno',
  readOnly: true,
  company: 'own',
  fields: remessaConteudoFields,
  search: [],
  display: ['remessa_id'],
  unique: [['remessa_id']],
})

/** What a file told of which boletos. */
export const remessaTitulo = resource({
  name: 'remessa_titulo',
  paths: ['financeiro/remessa_titulo', 'remessa_titulo'],
  title: 'Boleto de remessa',
  right: 'remessa_retorno',
  readOnly: true,
  company: 'own',
  fields: remessaTituloFields,
  computed: {
    xNome: {
      meta: remessaTituloComputed.xNome.meta,
      sql: () => sql`(select c."xNome" from boleto b join cliente c on c.id = b.cliente_id where b.id = t.boleto_id)`,
    },
  },
  search: ['boleto_id.nosso_numero'],
  display: ['comando', 'valor'],
})
