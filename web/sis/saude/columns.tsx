import { post, remove } from '../../app/api'
import { announce } from '../../app/events'
import { toast } from '../../app/toasts'
import { deviceOf } from '../../configuracao/seguranca/device'
import { Button } from '../../ui/button'
import { confirm } from '../../ui/confirm'
import { formatDateTime, formatQuantity } from '../../ui/format'
import { getPath, isRecord, numberOf, textOf, type Values } from '../../ui/row'
import type { Shown } from './block'
import { bytesText, countText, durationText, growthText } from './units'

/** What the page is asked by; its answers are announced under the same name. */
export const PATH = 'sis/saude'

const words = (head: string, field: string): Shown => ({ head, of: (row) => textOf(getPath(row, field)) })
const moment = (head: string, field: string): Shown => ({ head, of: (row) => formatDateTime(row[field]) || 'Nunca' })
const figure = (head: string, field: string, text: (value: unknown) => string = countText): Shown => ({
  head,
  figure: true,
  of: (row) => text(row[field]),
})

async function act(work: () => Promise<unknown>, failed: string): Promise<void> {
  try {
    const answer = await work()
    toast.success(isRecord(answer) ? textOf(answer.message) : 'Feito.')
  } catch (error) {
    toast.error(error, failed)
  }
  announce(PATH)
}

async function endSession(row: Values): Promise<void> {
  const name = textOf(getPath(row, 'user.name'))
  const text = 'Quem está nela precisa entrar de novo; o que não foi gravado continua na tela.'
  if (!(await confirm({ title: `Encerrar a sessão de ${name}?`, text, action: 'Encerrar', danger: true }))) return
  await act(() => remove(`${PATH}/sessoes/${textOf(row.id)}`), 'Não foi possível encerrar')
}

const tryAgain = (row: Values): Promise<void> =>
  act(() => post(`${PATH}/trabalhos`, { nome: textOf(row.nome) }), 'Não foi possível tentar de novo')

export const sessions: readonly Shown[] = [
  words('Pessoa', 'user.name'),
  words('Empresas', 'empresas'),
  { head: 'Aparelho', of: (row) => deviceOf(textOf(row.agente)) },
  words('Endereço', 'endereco'),
  moment('Desde', 'criada_em'),
  moment('Última vez', 'usada_em'),
  {
    head: 'Sessão',
    of: (row) =>
      row.atual === true ? (
        'Esta'
      ) : (
        <Button kind="quiet" onClick={() => void endSession(row)}>
          Encerrar
        </Button>
      ),
  },
]

const counts = [figure('Esperam', 'esperam'), figure('Em andamento', 'andam'), figure('Falharam', 'falharam')]

export const tasks: readonly Shown[] = [words('Tarefa', 'titulo'), ...counts]

export const ownWork: readonly Shown[] = [
  words('Trabalho', 'nome'),
  ...counts,
  {
    head: 'De novo',
    of: (row) =>
      (numberOf(row.falharam) ?? 0) === 0 ? null : (
        <Button kind="quiet" onClick={() => void tryAgain(row)}>
          Tentar de novo
        </Button>
      ),
  },
]

export const services: readonly Shown[] = [
  words('Serviço', 'titulo'),
  words('Tipo', 'tipo'),
  moment('Última resposta', 'dhResposta'),
  figure('Faltas seguidas', 'faltas'),
  figure('Esperam', 'esperam'),
  figure('Desistidas', 'desistidas'),
]

const what = [words('O quê', 'recurso_texto'), words('Ação', 'verbo_texto')]

export const calls: readonly Shown[] = [
  ...what,
  figure('Chamadas', 'chamadas'),
  figure('Metade até', 'p50_ms', durationText),
  figure('95% até', 'p95_ms', durationText),
  figure('No banco', 'banco_ms', durationText),
  figure('Comandos', 'comandos', (value) => formatQuantity(value, 1)),
  figure('Falhas', 'falhas'),
]

export const statements: readonly Shown[] = [moment('Quando', 'dh'), ...what, figure('Levou', 'ms', durationText)]

export const tables: readonly Shown[] = [
  words('Tabela', 'tabela'),
  figure('Tamanho', 'bytes', bytesText),
  figure('Linhas', 'linhas'),
  figure('Em 7 dias', 'cresceu_7', growthText),
  figure('Em 30 dias', 'cresceu_30', growthText),
]
