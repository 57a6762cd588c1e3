import { sql } from 'drizzle-orm'
import { equipamentoComputed, equipamentoFields, servicoFields } from '../../core/fields/servico/registers'
import { resource } from '../platform/resource'
import { attachmentsOf } from '../sis/anexo/anexo'

/** What is done for customers (N3-048). */
export const servico = resource({
  name: 'servico',
  paths: ['srv/servico', 'servico/servico'],
  title: 'Serviço',
  right: 'servico',
  open: true,
  company: 'none',
  fields: servicoFields,
  search: ['descricao', 'codigo'],
  display: ['descricao', 'codigo', 'un', 'valor'],
  unique: [['codigo']],
})

/** SQL over the orders of an equipment `t`, but those that were cancelled; rows of other companies are fenced by the database. */
const ORDERS = sql.raw('from ordem_servico o where o.equipamento_id = t.id and o."dhCancelamento" is null')

/** What customers bring to be seen to, by its serial number; its history is its orders. */
export const equipamento = resource({
  name: 'equipamento',
  paths: ['srv/equipamento', 'servico/equipamento'],
  title: 'Equipamento',
  right: 'ordem_servico',
  company: 'none',
  fields: equipamentoFields,
  search: ['descricao', 'nSerie', 'marca', 'modelo', 'cliente_id.xNome'],
  display: ['descricao', 'nSerie', 'cliente_id'],
  indexes: [['nSerie']],
  computed: {
    qOrdens: { meta: equipamentoComputed.qOrdens.meta, sql: () => sql`(select count(*)::int ${ORDERS})` },
    dhUltimaOrdem: {
      meta: equipamentoComputed.dhUltimaOrdem.meta,
      sql: () => sql`(select max(o.criado_em) ${ORDERS})`,
    },
    anexables: attachmentsOf('equipamento'),
  },
})

/** Said where a document of one customer names the equipment of another. */
export const OTHERS_EQUIPMENT = 'Este equipamento é de outro cliente.'
