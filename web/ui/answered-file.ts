import { readError } from '../app/api'

/** The file that a call answers. Throws ApiError. */
export async function answeredFile(path: string, request: RequestInit): Promise<Blob> {
  const response = await fetch(path, request)
  if (!response.ok) throw readError(response.status, await response.json().catch(() => null))
  return response.blob()
}
