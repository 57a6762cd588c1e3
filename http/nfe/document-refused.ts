import type { Problem } from '../../core/fiscal/issue/problems'
import { ApiError } from '../platform/errors'

/** What a document is called where its problems are told. */
interface Named {
  readonly code: string
  /** Where what has no place of its own is told. */
  readonly of: string
  /** Said where nothing else is. */
  readonly message: string
}

/** What stands in the way of issuing a document, as an answer: each problem under the field where it is mended. */
export class DocumentRefused extends ApiError {
  constructor(
    readonly problems: readonly Problem[],
    { code, of, message }: Named,
  ) {
    const rest = problems.length > 1 ? ` (e mais ${problems.length - 1})` : ''
    const errors = Map.groupBy(problems, ({ place }) => (place ? `${place.resource}.${place.field}` : of))
    super(
      422,
      code,
      `${problems[0]?.message ?? message}${rest}`,
      Object.fromEntries([...errors].map(([name, group]) => [name, group.map((each) => each.message)])),
    )
  }
}

/** A refusal as a document keeps it: each message with the place where it is mended. */
export function problemsIn(refused: ApiError): readonly object[] {
  if (refused instanceof DocumentRefused) return refused.problems
  const { message, errors = {} } = refused
  const told = Object.entries(errors).flatMap(([place, messages]) => {
    const [resource, field] = place.split('.')
    return messages.map((each) => ({ message: each, ...(field === undefined ? {} : { place: { resource, field } }) }))
  })
  return told.length > 0 ? told : [{ message }]
}
