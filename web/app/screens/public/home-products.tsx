import { brand } from 'contract/brand';
import { FeatureList } from './feature-list.tsx';
import { CataractPicture } from './pictures/cataract-picture.tsx';
import { PortfolioPicture } from './pictures/portfolio-picture.tsx';
import { cataractFeatures, portfolioFeatures } from './product-features.ts';
import { ProductSection } from './product-section.tsx';

const { portfolio, cataract } = brand.products;

/** What each product does (product P25, P26). */
export function Products() {
  return (
    <div
      id="features"
      tabIndex={-1}
      className="mx-auto max-w-6xl space-y-28 px-4 py-20 sm:px-6 sm:py-28"
    >
      <ProductSection
        id="portfolio"
        name={portfolio.name}
        title="Know what is missing before the assessor does."
        text="The portfolio pathway in ophthalmology asks for years of evidence. Keep every document, deadline and gap in one place, and watch your application grow until it is ready to send."
        site={portfolio.site}
        picture={<PortfolioPicture />}
        features={<FeatureList features={portfolioFeatures} />}
      />
      <ProductSection
        id="cataract"
        name={cataract.name}
        title="Share with a patient. Stay in control."
        text="Give each patient a link of their own to their scans, letters and forms. It opens with a token, closes by itself, and leaves a record of everything that happened in between."
        site={cataract.site}
        picture={<CataractPicture />}
        features={<FeatureList features={cataractFeatures} />}
        mirrored
      />
    </div>
  );
}
