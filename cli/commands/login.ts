import type { Command } from 'commander'
import { answerOf, callServer, serverUrl, storeToken } from '../api'
import { misuse } from '../exit'
import { say } from '../output'

export function loginCommand(program: Command): void {
  program
    .command('login')
    .description(
      'entra num servidor e guarda o acesso para os próximos comandos; a senha vem de PRUMO_PASSWORD ou é pedida',
    )
    .requiredOption('--server <url>', 'endereço do servidor')
    .requiredOption('--email <email>', 'e-mail do usuário')
    .action(async (options: { server: string; email: string }) => {
      const server = serverUrl(options.server)
      const password = process.env.PRUMO_PASSWORD ?? (await askPassword())
      const answer = await answerOf(
        await callServer(`${server}/api/authenticate`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ email: options.email, password }),
        }),
      )
      storeToken(server, tokenOf(answer))
      await say(`Acesso a ${server} guardado.`)
    })
}

function tokenOf(answer: unknown): string {
  if (typeof answer === 'object' && answer !== null && 'token' in answer && typeof answer.token === 'string')
    return answer.token
  throw misuse('O endereço não é de um servidor Prumo.')
}

/** Reads the password from the keyboard without showing it, or from a pipe. */
async function askPassword(): Promise<string> {
  if (process.stdin.isTTY !== true) return (await Bun.stdin.text()).replace(/\r?\n$/, '')
  process.stderr.write('Senha: ')
  process.stdin.setRawMode(true)
  return hiddenLine()
}

function hiddenLine(): Promise<string> {
  return new Promise((resolve) => {
    let typed = ''
    process.stdin.on('data', function take(data: Buffer) {
      for (const key of data.toString('utf8')) {
        if (key === '\u0003') process.exit(130)
        if (key === '\r' || key === '\n') {
          process.stdin.off('data', take).setRawMode(false)
          process.stderr.write('\n')
          resolve(typed)
          return
        }
        typed = key === '\u007f' ? typed.slice(0, -1) : typed + key
      }
    })
  })
}
