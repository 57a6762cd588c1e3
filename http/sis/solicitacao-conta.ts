import { sql } from 'drizzle-orm'
import { f } from '../platform/fields'
import { email, phone } from '../platform/kit'
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
  fields: {
    name: f.text('Nome', { max: 120 }).required(),
    email: email().required(),
    xNome: f.text('Empresa', { max: 120, doc: 'Como a pessoa a escreveu' }),
    fone: phone(),
    dhAprovacao: f.datetime('Aprovado em').computed(),
    user_id: f.ref('Usuário criado', 'user').computed(),
  },
  search: ['name', 'email', 'xNome'],
  display: ['name', 'email'],
  custom: {
    /** Requests that nobody has answered yet. */
    pendente: () => sql`t."dhAprovacao" is null`,
  },
})
