import { sql } from 'drizzle-orm'
import { CoreError } from '../../../core/errors'
import {
  avisoEnvioComputed,
  avisoEnvioFields,
  notificacaoTemplateComputed,
  notificacaoTemplateFields,
} from '../../../core/fields/sis/notificacao-template'
import { notificacaoTemplateLife } from '../../../core/lifecycle/notificacao-template'
import { belongs } from '../../platform/engine/write'
import { refuseRows, type RecordOf, resource, type Row } from '../../platform/resource'
import { faultsOfPeople } from './people'
import { fixedOf } from './fixed'

/** Why a telling failed: at once, or later where its mail was given up. */
const FAULT = sql.raw(
  `coalesce(t.erro, (select coalesce(m.erro, 'O e-mail não foi entregue.') from email m where m.id = t.email_id and m."dhErro" is not null))`,
)
const failed = (count: boolean) =>
  sql.raw(`(select ${count ? 'count(*)::int' : 'true'} from aviso_envio e left join email m on m.id = e.email_id
    where e.notificacao_template_id = t.id and (e.erro is not null or m."dhErro" is not null) ${count ? '' : 'limit 1'})`)

/** Texts that are sent by themselves when something happens to a document (N3-059). */
export const notificacaoTemplate = resource({
  name: 'notificacao_template',
  paths: ['sis/notificacao_template'],
  title: 'Modelo de aviso',
  right: 'notificacao_template',
  company: 'own',
  fields: notificacaoTemplateFields,
  life: notificacaoTemplateLife,
  search: ['descricao', 'assunto'],
  display: ['descricao'],
  indexes: [['empresa_id', 'evento', 'status']],
  custom: {
    /** Something of it could not be told. */
    com_falha: () => sql`${failed(false)}`,
  },
  computed: {
    falhas: { meta: notificacaoTemplateComputed.falhas.meta, sql: () => failed(true) },
  },
  hooks: {
    prepare: (_, drafts) => refuseRows(drafts, ({ before, values }) => faultsOfWhom({ ...before, ...values })),
  },
})

export type NotificacaoTemplate = RecordOf<typeof notificacaoTemplate>

/** What is wrong with whom it tells, by its way. */
const faultsOfWhom = (now: Row) => (now.canal === 'prumo' ? faultsOfPeople(now) : faultOfFixed(now))

function faultOfFixed({ para, canal }: Row): Readonly<Record<string, string>> | undefined {
  try {
    fixedOf(canal === 'whatsapp' ? 'whatsapp' : 'email', typeof para === 'string' ? para : '')
    return undefined
  } catch (error) {
    if (error instanceof CoreError) return { para: error.message }
    throw error
  }
}

/** Whom templates told of what, and what they could not tell: one a document, event and recipient. */
export const avisoEnvio = resource({
  name: 'aviso_envio',
  paths: ['sis/aviso_envio'],
  title: 'Aviso enviado',
  right: 'notificacao_template',
  readOnly: true,
  company: 'own',
  fields: avisoEnvioFields,
  search: ['para'],
  display: ['para'],
  unique: [['notificacao_template_id', 'evento', 'registro_id', 'para']],
  indexes: [['recurso', 'registro_id']],
  parent: {
    resource: 'notificacao_template',
    field: 'notificacao_template_id',
    list: 'aviso_envios',
    apart: true,
  },
  custom: { com_falha: () => sql`${FAULT} is not null` },
  computed: { falha: { meta: avisoEnvioComputed.falha.meta, sql: () => FAULT } },
})

// What was told of a document goes with it.
belongs(avisoEnvio, { type: 'recurso', id: 'registro_id' })
