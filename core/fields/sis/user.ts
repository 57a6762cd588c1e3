import { f } from '../field'
import { email } from '../kit'

export const userFields = {
  name: f.text('Nome', { max: 120 }).required(),
  email: email().required(),
  password: f.text('Senha', { max: 200 }).secret(),
  ativo: f.boolean('Ativo').default(true),
  empresa_id: f.ref('Empresa principal', 'empresa').required(),
  restoreId: f.text('Identidade no chat', { max: 60 }).computed(),
}

/** What comes and goes with a user beside what is stored. */
export const userBeside = {
  password_cp: f.text('Confirme a senha', { max: 200 }).secret(),
  roles: f
    .json('Regras de acesso', { format: 'papel', doc: 'Com attachRole, detachRole e syncPermissions' })
    .computed(),
  permissions: f.json('Permissões', { format: 'direito' }).computed(),
  empresas: f.json('Empresas', { listOf: 'empresa', doc: 'Lista de ids das empresas em que trabalha' }),
}

/** What a list of users tells beside what is stored. */
export const userComputed = {
  regras: f.text('Regras de acesso').computed(),
  dhAcesso: f.datetime('Último acesso').computed(),
}

export const roleFields = {
  name: f.text('Nome', { max: 60 }).required(),
  descricao: f.text('Descrição', { max: 120 }),
  exige_segundo_fator: f
    .boolean('Exige segundo fator', { doc: 'Quem a tem só trabalha depois de ativar o seu' })
    .default(false),
}

export const permissionFields = { name: f.text('Nome', { max: 80, format: 'direito' }).required() }
