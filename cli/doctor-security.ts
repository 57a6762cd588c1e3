import { existsSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { connect } from 'node:tls'
import { addressFile, type Settings } from '../http/settings'
import { copiesIn, stateIn } from './backup/automatic'
import { type Finding, textOf } from './finding'

const HOUR_MS = 3_600_000
const COPY_LIMIT_H = 26
const DRILL_LIMIT_DAYS = 8
const CERTIFICATE_DAYS = 21
const SECRET_LENGTH = 32
const LOOPBACK = new Set(['127.0.0.1', 'localhost', '::1'])

/** Looks at how an installation is kept: who may read its folders and keys, how it is reached, and whether its copies are young and proved. Changes nothing, never throws. */
export async function securityFindings(settings: Settings, env: NodeJS.ProcessEnv, now: Date): Promise<Finding[]> {
  return [
    ...folderFindings(settings),
    keyFinding(settings),
    environmentFinding(env),
    reachFinding(settings),
    await certificateFinding(settings, now),
    databaseFinding(settings),
    await accountFinding(settings),
    insideFinding(settings),
    ...copyFindings(settings, now),
  ]
}

/** What may be read by whom: the bits of others (and of the group) that may not be set. */
function privateThings({ dataDir, backupDir }: Settings): readonly (readonly [path: string, forbidden: number])[] {
  const copies =
    backupDir === undefined
      ? []
      : ([[backupDir, 0o077], ...copiesIn(backupDir).map(({ file }) => [file, 0o077] as const)] as const)
  const logs = join(dataDir, 'pg-log')
  return [
    [dataDir, 0o022],
    [join(dataDir, 'pg'), 0o077],
    [logs, 0o077],
    ...(existsSync(logs) ? readdirSync(logs).map((file) => [join(logs, file), 0o077] as const) : []),
    [join(dataDir, 'secret'), 0o077],
    [join(dataDir, 'pg-password'), 0o077],
    [addressFile(dataDir), 0o077],
    [join(dataDir, 'postgres.log'), 0o077],
    ...copies,
  ]
}

function folderFindings(settings: Settings): Finding[] {
  const name = 'permissões'
  if (process.platform === 'win32') return []
  const open = privateThings(settings).filter(
    ([path, forbidden]) => existsSync(path) && (statSync(path).mode & forbidden) !== 0,
  )
  if (open.length === 0) return [{ name, state: 'ok', detail: 'pastas, chaves, registros e cópias só do dono' }]
  return open.map(([path, forbidden]) => ({
    name,
    state: 'falha',
    detail: `${path} está aberto a outros usuários desta máquina`,
    mend: `chmod ${forbidden === 0o022 ? 'go-w' : 'go-rwx'} ${path}`,
  }))
}

function keyFinding({ secret, dataDir, backupDir }: Settings): Finding {
  const name = 'chave dos segredos'
  if (secret !== undefined && secret.length < SECRET_LENGTH)
    return {
      name,
      state: 'falha',
      detail: `PRUMO_SECRET tem só ${secret.length} caracteres`,
      mend: `Use ao menos ${SECRET_LENGTH}, sorteados: dê a atual em PRUMO_SECRET_OLD e rode prumo secret reseal.`,
    }
  const beside = secret === undefined && backupDir !== undefined && dirname(backupDir) === dataDir
  if (!beside) return { name, state: 'ok', detail: secret === undefined ? 'em arquivo próprio' : 'de PRUMO_SECRET' }
  return {
    name,
    state: 'atenção',
    detail:
      'a chave e as cópias de segurança estão na mesma pasta: quem leva uma leva as duas, e quem perde uma perde as duas',
    mend: 'Aponte PRUMO_BACKUPS para outro disco, e guarde o arquivo secret em outro lugar.',
  }
}

function environmentFinding(env: NodeJS.ProcessEnv): Finding {
  const name = 'ambiente'
  if (env.PRUMO_ADMIN_PASSWORD)
    return {
      name,
      state: 'atenção',
      detail: 'PRUMO_ADMIN_PASSWORD ainda está no ambiente, e só serve na primeira vez',
      mend: 'Retire-a, e troque essa senha na tela.',
    }
  if (process.getuid?.() === 0)
    return {
      name,
      state: 'atenção',
      detail: 'roda como root',
      mend: 'Crie um usuário só do Prumo, dono da pasta de dados.',
    }
  return { name, state: 'ok', detail: 'sem senha no ambiente, e sem ser root' }
}

/** Passwords and sessions go over the network: only this machine, or a proxy that encrypts, may be spoken to openly. */
function reachFinding({ host, publicUrl, trustedProxies }: Settings): Finding {
  const name = 'acesso'
  const local = LOOPBACK.has(host)
  const encrypted = publicUrl?.startsWith('https:') === true
  if (!local && !encrypted)
    return {
      name,
      state: 'falha',
      detail: `atende a rede em ${host} sem HTTPS: senhas passam abertas`,
      mend: 'Ponha um proxy com HTTPS à frente, deixe HOST=127.0.0.1 e dê o endereço público em PRUMO_URL=https://….',
    }
  if (encrypted && trustedProxies.length === 0)
    return {
      name,
      state: 'atenção',
      detail: 'há um endereço público, e nenhum proxy em PRUMO_PROXIES: todos os acessos contam como de um só endereço',
      mend: 'Dê em PRUMO_PROXIES o endereço do proxy (PRUMO_PROXIES=127.0.0.1, se ele roda nesta máquina).',
    }
  const wide = trustedProxies.find((one) => /\/0*[0-7]$/.test(one))
  if (wide !== undefined)
    return {
      name,
      state: 'falha',
      detail: `PRUMO_PROXIES aceita ${wide}: qualquer um diz de onde vem`,
      mend: 'Diga só o endereço do proxy.',
    }
  return {
    name,
    state: 'ok',
    detail: encrypted ? `${publicUrl}, pelo proxy ${trustedProxies.join(', ')}` : 'só desta máquina',
  }
}

/** Whoever opens the address sees this certificate. */
async function certificateFinding({ publicUrl }: Settings, now: Date): Promise<Finding> {
  const name = 'certificado HTTPS'
  const address = URL.parse(publicUrl ?? '')
  if (address?.protocol !== 'https:') return { name, state: 'ok', detail: 'nenhum a examinar: PRUMO_URL não é https' }
  try {
    const days = Math.floor((Date.parse(await validUntil(address)) - now.getTime()) / (24 * HOUR_MS))
    if (days < CERTIFICATE_DAYS)
      return {
        name,
        state: days < 0 ? 'falha' : 'atenção',
        detail: `vence em ${days} dias`,
        mend: 'Renove-o no proxy.',
      }
    return { name, state: 'ok', detail: `válido por ${days} dias` }
  } catch (error) {
    const mend = 'Abra o endereço em um navegador: ele diz o que há com o certificado ou com o proxy.'
    return { name, state: 'falha', detail: `${address.host}: ${textOf(error)}`, mend }
  }
}

function validUntil({ hostname, port }: URL): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port || 443), servername: hostname, timeout: 5_000 })
    socket.once('secureConnect', () => {
      resolve(socket.getPeerCertificate().valid_to)
      socket.destroy()
    })
    socket.once('timeout', () => socket.destroy(new Error('não respondeu')))
    socket.once('error', reject)
  })
}

function databaseFinding({ databaseUrl }: Settings): Finding {
  const name = 'conexão com o banco'
  if (databaseUrl === undefined) return { name, state: 'ok', detail: 'embutido: só esta máquina o alcança' }
  const address = URL.parse(databaseUrl)
  const mode = address?.searchParams.get('sslmode') ?? ''
  if (!address || LOOPBACK.has(address.hostname) || /^(?:require|verify-ca|verify-full)$/.test(mode))
    return { name, state: 'ok', detail: mode === '' ? 'nesta máquina' : `cifrada (${mode})` }
  return {
    name,
    state: 'falha',
    detail: `a conexão com ${address.hostname} não exige cifra`,
    mend: 'Acrescente ?sslmode=verify-full a DATABASE_URL.',
  }
}

/** Demo users all have one password, which was shown on a terminal. */
async function accountFinding(settings: Settings): Promise<Finding> {
  const name = 'contas de demonstração'
  const { lookAtDatabase } = await import('../http/db/connect')
  try {
    const looked = await lookAtDatabase(settings)
    try {
      const rows =
        await looked.owner`select email from "user" where ativo and email like '%@demo.prumo.local' order by 1`
      if (rows.length === 0) return { name, state: 'ok', detail: 'nenhuma' }
      const detail = rows.map(({ email }) => String(email)).join(', ')
      return { name, state: 'falha', detail, mend: 'Desative-as em Usuários, ou dê-lhes e-mail e senha próprios.' }
    } finally {
      await looked.close()
    }
  } catch (error) {
    return { name, state: 'atenção', detail: `não foi possível olhar: ${textOf(error)}` }
  }
}

function insideFinding({ allowPrivate }: Settings): Finding {
  const name = 'rede interna'
  if (!allowPrivate) return { name, state: 'ok', detail: 'webhooks e lojas não alcançam esta máquina nem a sua rede' }
  return {
    name,
    state: 'atenção',
    detail: 'PRUMO_ALLOW_PRIVATE_HOSTS=1: quem cadastra um webhook alcança a rede do servidor',
    mend: 'Retire-a, se nenhum serviço da rede interna precisa dela.',
  }
}

function copyFindings({ backupDir: dir }: Settings, now: Date): Finding[] {
  const name = 'cópias de segurança'
  if (dir === undefined)
    return [
      {
        name,
        state: 'atenção',
        detail: 'automáticas desligadas (PRUMO_BACKUPS=0)',
        mend: 'Ligue-as, ou faça-as por outro meio.',
      },
    ]
  const [newest] = copiesIn(dir)
  const state = stateIn(dir)
  const mend = `Veja se um servidor fica aberto, o espaço em ${dir} e a permissão da pasta; à mão: prumo backup.`
  const since = newest?.at ?? state?.desde
  const hours = since === undefined ? Infinity : (now.getTime() - Date.parse(since)) / HOUR_MS
  const failed = state?.copia?.erro
  if (failed) return [{ name, state: 'falha', detail: `a última tentativa falhou: ${failed}`, mend }]
  if (hours > COPY_LIMIT_H)
    return [
      { name, state: 'falha', detail: newest ? `a última tem ${Math.floor(hours)} horas` : `nenhuma em ${dir}`, mend },
    ]
  if (!newest) return [{ name, state: 'atenção', detail: 'a primeira será feita um dia depois da instalação', mend }]
  return [{ name, state: 'ok', detail: `a última tem ${Math.floor(hours)} horas, em ${dir}` }, drillFinding(dir, now)]
}

function drillFinding(dir: string, now: Date): Finding {
  const name = 'ensaio de restauração'
  const done = stateIn(dir)?.ensaio
  const mend = 'Ensaie uma: prumo restore --ensaio ARQUIVO.'
  if (done?.erro) return { name, state: 'falha', detail: `${done.arquivo} não pôde ser restaurada: ${done.erro}`, mend }
  const days = done ? (now.getTime() - Date.parse(done.dh)) / (24 * HOUR_MS) : Infinity
  if (days > DRILL_LIMIT_DAYS)
    return { name, state: 'atenção', detail: done ? `o último tem ${Math.floor(days)} dias` : 'nenhum ainda', mend }
  return {
    name,
    state: 'ok',
    detail: `há ${Math.floor(days)} dias, uma cópia foi restaurada à parte e os livros conferiram`,
  }
}
