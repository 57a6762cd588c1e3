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
