import { existsSync, readdirSync, readFileSync, statfsSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { Settings } from '../http/settings'
import { databaseFindings } from './doctor-database'
import { mailDomainFinding } from './doctor-mail'
import { type Finding, textOf } from './finding'
import { isWebBuilt } from './setup/web'

const MINIMUM_FREE_GB = 2
/** With less the database stops. */
const NO_ROOM_GB = 0.1

/** Looks at everything that Prumo needs to run here, and changes nothing: it makes no database, migrates none and writes no key. Never throws. */
export async function diagnose(settings: Settings, env: NodeJS.ProcessEnv): Promise<Finding[]> {
  const database = await databaseFindings(settings)
  return [
    {
      name: 'versões',
      state: 'ok',
      detail: `Prumo ${ownVersion()}, Bun ${Bun.version}, ${process.platform} ${process.arch}`,
    },
    diskFinding(settings),
    ...database,
    secretFinding(settings),
    await portFinding(settings),
    await webFinding(),
    ...SERVICES.map((service) => serviceFinding(service, env)),
    ...(await mailFindings(env)),
    schemasFinding(settings),
  ]
}

function ownVersion(): string {
  const about: { version?: string } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'))
  return about.version ?? 'desconhecida'
}

function diskFinding({ dataDir }: Settings): Finding {
  const name = 'disco'
  const mend =
    'Libere espaço: o Prumo volta a gravar por si. Ou pare o Prumo, leve a pasta inteira a outro disco e aponte PRUMO_DATA para lá.'
  try {
    const { bavail, bsize } = statfsSync(existsSync(dataDir) ? dataDir : process.cwd())
    const free = (bavail * bsize) / 1024 ** 3
    const detail = `${free.toFixed(1).replace('.', ',')} GB livres para ${dataDir}`
    if (free < NO_ROOM_GB) return { name, state: 'falha', detail: `${detail}: o banco de dados não grava mais`, mend }
    return free < MINIMUM_FREE_GB ? { name, state: 'atenção', detail, mend } : { name, state: 'ok', detail }
  } catch (error) {
    return { name, state: 'falha', detail: textOf(error), mend: `Confira a pasta ${dataDir} (PRUMO_DATA).` }
  }
}

function secretFinding(settings: Settings): Finding {
  const name = 'chave dos segredos'
  if (settings.secret) return { name, state: 'ok', detail: 'de PRUMO_SECRET' }
  const file = join(settings.dataDir, 'secret')
  if (!existsSync(file)) return { name, state: 'ok', detail: 'será gerada na primeira vez que o servidor abrir' }
  return { name, state: 'ok', detail: `${file}: guarde-a junto com as cópias de segurança` }
}

async function portFinding({ host, port }: Settings): Promise<Finding> {
  const name = 'porta'
  const problem = await new Promise<string | undefined>((resolve) => {
    const probe = createServer()
    probe.once('error', (error) => resolve(error.message))
    probe.listen(port, host, () => probe.close(() => resolve(undefined)))
  })
  if (problem === undefined) return { name, state: 'ok', detail: `${host}:${port} livre` }
  if (await answersAsPrumo(host, port)) return { name, state: 'ok', detail: `o Prumo já atende em ${host}:${port}` }
  return {
    name,
    state: 'falha',
    detail: `${host}:${port} não pode ser usada: ${problem}`,
    mend: 'Use outra porta: prumo serve --port 3001, ou PORT=3001.',
  }
}

async function answersAsPrumo(host: string, port: number): Promise<boolean> {
  try {
    const answer = await fetch(`http://${host}:${port}/healthz`, { signal: AbortSignal.timeout(2_000) })
    return answer.ok && (await answer.text()).includes('"ok"')
  } catch {
    return false
  }
}

async function webFinding(): Promise<Finding> {
  const name = 'telas'
  if (await isWebBuilt()) return { name, state: 'ok', detail: 'construídas' }
  return {
    name,
    state: 'atenção',
    detail: 'não construídas, ou mais velhas que o código',
    mend: 'prumo serve as constrói; ou rode bun web/build.ts.',
  }
}

/** The packages by which fiscal documents are checked before they leave. */
function schemasFinding({ schemasDir }: Settings): Finding {
  const name = 'esquemas da NF-e'
  if (!schemasDir)
    return { name, state: 'ok', detail: 'não configurados: as notas saem sem a conferência dos esquemas' }
  const mend = 'Confira a pasta em PRUMO_ESQUEMAS: uma subpasta para cada pacote do portal da NF-e.'
  const found = existsSync(schemasDir) ? readdirSync(schemasDir, { withFileTypes: true }) : []
  const packages = found.filter((one) => one.isDirectory()).length
  if (packages === 0) return { name, state: 'falha', detail: `nenhum pacote em ${schemasDir}`, mend }
  return { name, state: 'ok', detail: `${packages} ${packages === 1 ? 'pacote' : 'pacotes'} em ${schemasDir}` }
}

const SERVICES = [
  { name: 'e-mail', variable: 'SMTP_URL', without: 'nenhum e-mail é enviado' },
  { name: 'rotas (VROOM)', variable: 'VROOM_URL', without: 'as rotas são resolvidas pelo próprio Prumo' },
  { name: 'distâncias (OSRM)', variable: 'OSRM_URL', without: 'as distâncias são em linha reta' },
  { name: 'mapa (TILES_URL)', variable: 'TILES_URL', without: 'as rotas são desenhadas sobre um fundo liso' },
  { name: 'CEP', variable: 'CEP_URL', without: 'o endereço não é preenchido pelo CEP' },
  { name: 'CNPJ', variable: 'CNPJ_URL', without: 'o cadastro não é preenchido pelo CNPJ' },
  { name: 'SEFAZ', variable: 'PRUMO_SEFAZ', without: 'as notas vão aos endereços oficiais' },
  { name: 'NFS-e', variable: 'PRUMO_NFSE', without: 'as notas de serviço vão ao sistema nacional' },
  { name: 'WhatsApp', variable: 'WHATSAPP_URL', without: 'mensagens não são enviadas' },
] as const

/** What the domain of the mails publishes, where mails are sent. */
async function mailFindings({ SMTP_URL, PRUMO_DKIM, PRUMO_DNS }: NodeJS.ProcessEnv): Promise<Finding[]> {
  if (!SMTP_URL || !URL.canParse(SMTP_URL)) return []
  return [
    await mailDomainFinding({ smtpUrl: SMTP_URL, selector: PRUMO_DKIM || undefined, dns: PRUMO_DNS || undefined }),
  ]
}

function serviceFinding({ name, variable, without }: (typeof SERVICES)[number], env: NodeJS.ProcessEnv): Finding {
  const value = env[variable]
  if (!value) return { name, state: 'ok', detail: `não configurado: ${without}` }
  if (URL.canParse(value)) return { name, state: 'ok', detail: `configurado em ${variable}` }
  return { name, state: 'falha', detail: `${variable} não é um endereço`, mend: `Corrija ou retire ${variable}.` }
}
