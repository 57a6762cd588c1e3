import { solicitacaoContaFields } from '../../core/fields/sis/solicitacao-conta'
import { sql } from 'drizzle-orm'
import { resource } from '../platform/resource'

/** Requests for an account, made at the sign-in screens by people who have none; an admin approves or deletes them. */
export const solicitacaoConta = resource({
  name: 'solicitacao_conta',
  paths: ['sis/solicitacao_conta', 'solicitacao_conta'],
  title: 'Pedido de conta',
  right: 'usuario',
  adminOnly: true,
  readOnly: true,
  company: 'none',
  fields: solicitacaoContaFields,
  search: ['name', 'email', 'xNome'],
  display: ['name', 'email'],
  custom: {
    /** Requests that nobody has answered yet. */
    pendente: () => sql`t."dhAprovacao" is null`,
  },
})
