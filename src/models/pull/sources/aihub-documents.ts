import { z } from 'zod'

/**
 * What Qualcomm AI Hub publishes of a release: protobuf's JSON with the names of its fields as they are, read as far as
 * a pull needs it (GenieX's model manager reads the same). Missing fields are protobuf's defaults.
 */

/** `releases/{version}/manifest.json` */
export const manifestSchema = z.object({
  models: z.array(
    z.object({
      id: z.string().default(''),
      display_name: z.string().default(''),
      manifest_urls: z.object({ release_assets: z.string().default('') }).default({ release_assets: '' }),
    }),
  ),
})

/** `releases/{version}/platform.json` */
export const platformSchema = z.object({
  chipsets: z
    .array(
      z.object({
        name: z.string().default(''),
        /** The device that it is shown by: `Snapdragon X Elite CRD`. */
        reference_device: z.string().default(''),
        aliases: z.array(z.string()).default([]),
      }),
    )
    .default([]),
})

/** A model's `release-assets.json`: an archive for each chip, runtime and precision. */
export const assetsSchema = z.object({
  assets: z
    .array(
      z.object({
        chipset: z.string().nullish(),
        runtime: z.string().default(''),
        /** `PRECISION_W4A16` */
        precision: z.string().default(''),
        download_url: z.string().default(''),
        // Protobuf writes 64-bit numbers as text.
        uncompressed_size: z.coerce.number().int().min(0).nullish(),
      }),
    )
    .default([]),
})

export type Platform = z.infer<typeof platformSchema>
export type Asset = z.infer<typeof assetsSchema>['assets'][number]
