import { post } from '../app/api'
import { toast } from '../app/toasts'
import { isRecord, numberOf, textOf, type Values } from './row'

/** Sends files in one call. Answers what became of each: what the server says of it, or why it was refused (`message`). Throws what was refused whole. */
export async function sendFiles(path: string, files: readonly File[]): Promise<readonly Values[]> {
  const form = new FormData()
  for (const file of files) form.append('file', file)
  const answer = await post(path, form)
  return isRecord(answer) && Array.isArray(answer.data) ? answer.data.filter((one) => isRecord(one)) : []
}

interface Telling {
  readonly path: string
  /** What became of a file that was taken, in words. */
  readonly told: (file: Values) => string
  /** What follows once the server has them. */
  readonly after: () => void
}

const FAILED = 'Não foi possível carregar o arquivo'

/** Sends files and tells what became of each. Answers the number of a single good one. */
export async function sendAndTell(files: readonly File[], { path, told, after }: Telling): Promise<number | null> {
  try {
    const sent = await sendFiles(path, files)
    after()
    for (const one of sent) {
      const name = textOf(one.file)
      if (textOf(one.message) === '') toast.success(told(one), { title: name })
      else toast.danger(textOf(one.message), { title: `${FAILED}: ${name}` })
    }
    return sent.length === 1 ? numberOf(sent[0]?.id) : null
  } catch (error) {
    toast.error(error, FAILED)
    return null
  }
}
