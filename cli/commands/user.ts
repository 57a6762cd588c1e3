import type { Command } from 'commander'
import { misuse } from '../exit'
import { say, table } from '../output'

/** Users of the database that the environment names: for the first steps, and for who has locked themselves out. */
export function userCommand(program: Command): void {
  const user = program.command('user').description('usuários: add, password, list, role, disable, enable')
  addCommand(user)
  passwordCommand(user)
  listCommand(user)
  roleCommand(user)
  for (const [name, ativo, about] of [
    ['disable', false, 'desativa um usuário e encerra as sessões dele'],
    ['enable', true, 'volta a ativar um usuário'],
  ] as const)
    user
      .command(`${name} <email>`)
      .description(about)
      .action(async (email: string) => {
        await change(email, { ativo })
        await say(ativo ? 'Usuário ativado.' : 'Usuário desativado.')
      })
}

/** Loads what these commands work with, only when one of them runs. */
async function tools() {
  const [local, people, secret, { save }, { user }] = await Promise.all([
    import('../local'),
    import('../setup/people'),
    import('../setup/secret'),
    import('../../http/platform/engine/save'),
    import('../../http/sis/user'),
    import('../../http/resources'),
  ])
  return { ...local, ...people, ...secret, save, user }
}

async function change(email: string, values: Readonly<Record<string, unknown>>): Promise<void> {
  const { withDatabase, asSystem, userByEmail, save, user } = await tools()
  await withDatabase((database) =>
    asSystem(database, async (ctx) => save(ctx, user, await userByEmail(ctx, email), values)),
  )
}

const listOf = (text: string | undefined) =>
  (text ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)

function addCommand(user: Command): void {
  user
    .command('add <email>')
    .description('cria um usuário; sem --password, uma senha é gerada e mostrada')
    .requiredOption('--name <nome>', 'nome')
    .option('--role <regras>', 'regras de acesso, separadas por vírgula')
    .option('--empresa <ids>', 'empresas, separadas por vírgula (padrão: todas)')
    .option('--password <senha>', 'senha')
    .action(async (email: string, options: { name: string; role?: string; empresa?: string; password?: string }) => {
      const { withDatabase, asSystem, addUser, generatePassword } = await tools()
      const empresas = listOf(options.empresa).map(Number)
      if (!empresas.every((id) => Number.isInteger(id) && id > 0)) throw misuse('--empresa é uma lista de números.')
      const password = options.password ?? generatePassword()
      const id = await withDatabase((database) =>
        asSystem(database, (ctx) =>
          addUser(ctx, {
            name: options.name,
            email,
            password,
            roles: listOf(options.role),
            empresas: empresas.length > 0 ? empresas : ctx.actor.empresas,
          }),
        ),
      )
      await say(`Usuário ${id} criado.`)
      if (options.password === undefined) await say(`Senha: ${password}`)
    })
}

function passwordCommand(user: Command): void {
  user
    .command('password <email>')
    .description('troca a senha e encerra as sessões; sem --password, uma é gerada e mostrada')
    .option('--password <senha>', 'senha')
    .action(async (email: string, options: { password?: string }) => {
      const { generatePassword } = await tools()
      const password = options.password ?? generatePassword()
      await change(email, { password, password_cp: password })
      await say('Senha trocada.')
      if (options.password === undefined) await say(`Senha: ${password}`)
    })
}

function listCommand(user: Command): void {
  user
    .command('list')
    .description('lista os usuários, suas regras e empresas')
    .option('--json', 'um usuário por linha, em JSON', false)
    .action(async (options: { json: boolean }) => {
      const [{ withDatabase, asSystem }, { sql }, { rowsOf }] = await Promise.all([
        tools(),
        import('drizzle-orm'),
        import('../../http/platform/context'),
      ])
      const rows = await withDatabase((database) =>
        asSystem(database, (ctx) =>
          rowsOf(
            ctx,
            sql`select u.id, u.name as nome, u.email, u.ativo,
                (select string_agg(r.name, ', ' order by r.name) from user_role x join role r on r.id = x.role_id where x.user_id = u.id) as regras,
                (select string_agg(x.empresa_id::text, ', ' order by x.empresa_id) from user_empresa x where x.user_id = u.id) as empresas
                from "user" u order by u.id`,
          ),
        ),
      )
      await say(
        options.json
          ? rows.map((row) => JSON.stringify(row)).join('\n')
          : table(rows, ['id', 'nome', 'email', 'ativo', 'regras', 'empresas']),
      )
    })
}

function roleCommand(user: Command): void {
  user
    .command('role <email>')
    .description('dá e retira regras de acesso')
    .option('--add <regras>', 'regras a dar, separadas por vírgula')
    .option('--remove <regras>', 'regras a retirar, separadas por vírgula')
    .action(async (email: string, options: { add?: string; remove?: string }) => {
      const [give, take] = [listOf(options.add), listOf(options.remove)]
      if (give.length + take.length === 0) throw misuse('Diga o que dar (--add) ou retirar (--remove).')
      const { withDatabase, asSystem, userByEmail, changeRoles } = await tools()
      await withDatabase((database) =>
        asSystem(database, async (ctx) => changeRoles(ctx, await userByEmail(ctx, email), { give, take })),
      )
      await say('Regras de acesso alteradas.')
    })
}
