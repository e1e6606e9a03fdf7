// The 50 states with well-known cities and the time zone of each. The database has the same list; a test compares the two.

/** Returns an empty list for an unknown state. */
export function citiesOf(state: string): readonly string[] {
  return [...(states.get(state)?.zoneByCity.keys() ?? [])]
}

/** Returns the city's zone; for a city that is not listed, that of most of its state; null for an unknown state. */
export function zoneOf(state: string, city?: string | null): string | null {
  const found = states.get(state)
  return found?.zoneByCity.get(city ?? '') ?? found?.zone ?? null
}

// A state with the zone of most of it, then its cities; a city has a zone of its own where it differs.
const table = `
Alabama (America/Chicago): Auburn, Birmingham, Decatur, Dothan, Florence, Gadsden, Hoover, Huntsville, Madison, Mobile, Montgomery, Tuscaloosa
Alaska (America/Anchorage): Anchorage, Bethel, Fairbanks, Homer, Juneau (America/Juneau), Kenai, Ketchikan (America/Sitka), Kodiak, Nome (America/Nome), Palmer, Sitka (America/Sitka), Wasilla
Arizona (America/Phoenix): Chandler, Flagstaff, Gilbert, Glendale, Mesa, Peoria, Phoenix, Prescott, Scottsdale, Surprise, Tempe, Tucson, Yuma
Arkansas (America/Chicago): Bentonville, Conway, Fayetteville, Fort Smith, Hot Springs, Jonesboro, Little Rock, North Little Rock, Pine Bluff, Rogers, Springdale, Texarkana
California (America/Los_Angeles): Anaheim, Bakersfield, Fresno, Long Beach, Los Angeles, Oakland, Redding, Riverside, Sacramento, San Diego, San Francisco, San Jose, Santa Ana, Santa Barbara, Stockton
Colorado (America/Denver): Arvada, Aurora, Boulder, Centennial, Colorado Springs, Denver, Fort Collins, Grand Junction, Greeley, Lakewood, Longmont, Pueblo, Thornton
Connecticut (America/New_York): Bridgeport, Bristol, Danbury, Greenwich, Hartford, Meriden, Milford, New Britain, New Haven, Norwalk, Stamford, Waterbury
Delaware (America/New_York): Dover, Elsmere, Georgetown, Lewes, Middletown, Milford, New Castle, Newark, Rehoboth Beach, Seaford, Smyrna, Wilmington
Florida (America/New_York): Cape Coral, Fort Lauderdale, Fort Myers, Gainesville, Jacksonville, Key West, Miami, Orlando, Panama City (America/Chicago), Pensacola (America/Chicago), Sarasota, St. Petersburg, Tallahassee, Tampa, West Palm Beach
Georgia (America/New_York): Albany, Alpharetta, Athens, Atlanta, Augusta, Columbus, Macon, Marietta, Roswell, Sandy Springs, Savannah, Valdosta, Warner Robins
Hawaii (Pacific/Honolulu): Ewa Beach, Hilo, Honolulu, Kahului, Kailua, Kaneohe, Kapolei, Kihei, Lahaina, Lihue, Mililani, Pearl City, Wahiawa, Waipahu
Idaho (America/Boise): Boise, Caldwell, Coeur d'Alene (America/Los_Angeles), Idaho Falls, Lewiston (America/Los_Angeles), Meridian, Moscow (America/Los_Angeles), Nampa, Pocatello, Post Falls (America/Los_Angeles), Rexburg, Sandpoint (America/Los_Angeles), Twin Falls
Illinois (America/Chicago): Aurora, Bloomington, Champaign, Chicago, Decatur, Elgin, Evanston, Joliet, Naperville, Peoria, Rockford, Springfield, Waukegan
Indiana (America/Indiana/Indianapolis): Bloomington, Carmel, Evansville (America/Chicago), Fishers, Fort Wayne, Gary (America/Chicago), Hammond (America/Chicago), Indianapolis, Knox (America/Indiana/Knox), Lafayette, Muncie, South Bend, Terre Haute, Vincennes (America/Indiana/Vincennes)
Iowa (America/Chicago): Ames, Ankeny, Cedar Falls, Cedar Rapids, Council Bluffs, Davenport, Des Moines, Dubuque, Iowa City, Sioux City, Waterloo, West Des Moines
Kansas (America/Chicago): Dodge City, Garden City, Goodland (America/Denver), Hutchinson, Kansas City, Lawrence, Manhattan, Olathe, Overland Park, Salina, Shawnee, Topeka, Wichita
Kentucky (America/New_York): Ashland, Bowling Green (America/Chicago), Covington, Elizabethtown (America/Kentucky/Louisville), Florence, Frankfort, Georgetown, Lexington, Louisville (America/Kentucky/Louisville), Monticello (America/Kentucky/Monticello), Owensboro (America/Chicago), Paducah (America/Chicago), Richmond
Louisiana (America/Chicago): Alexandria, Baton Rouge, Bossier City, Houma, Kenner, Lafayette, Lake Charles, Monroe, New Iberia, New Orleans, Shreveport, Slidell
Maine (America/New_York): Auburn, Augusta, Bangor, Bar Harbor, Biddeford, Brunswick, Lewiston, Portland, Presque Isle, Saco, South Portland, Waterville
Maryland (America/New_York): Annapolis, Baltimore, Bethesda, Bowie, Columbia, Cumberland, Frederick, Gaithersburg, Hagerstown, Ocean City, Rockville, Salisbury, Silver Spring
Massachusetts (America/New_York): Boston, Brockton, Cambridge, Fall River, Framingham, Lowell, Lynn, New Bedford, Newton, Pittsfield, Quincy, Springfield, Worcester
Michigan (America/Detroit): Ann Arbor, Dearborn, Detroit, Flint, Grand Rapids, Iron Mountain (America/Menominee), Ironwood (America/Menominee), Kalamazoo, Lansing, Marquette, Saginaw, Sterling Heights, Traverse City, Warren
Minnesota (America/Chicago): Bloomington, Brooklyn Park, Duluth, Eagan, Mankato, Maple Grove, Minneapolis, Moorhead, Plymouth, Rochester, St. Cloud, St. Paul, Woodbury
Mississippi (America/Chicago): Biloxi, Clinton, Greenville, Gulfport, Hattiesburg, Jackson, Meridian, Olive Branch, Oxford, Pearl, Southaven, Tupelo, Vicksburg
Missouri (America/Chicago): Branson, Cape Girardeau, Columbia, Independence, Jefferson City, Joplin, Kansas City, Lee's Summit, O'Fallon, Springfield, St. Charles, St. Joseph, St. Louis
Montana (America/Denver): Anaconda, Billings, Bozeman, Butte, Great Falls, Havre, Helena, Kalispell, Livingston, Miles City, Missoula, Whitefish
Nebraska (America/Chicago): Alliance (America/Denver), Bellevue, Columbus, Fremont, Grand Island, Hastings, Kearney, Lincoln, Norfolk, North Platte, Omaha, Papillion, Scottsbluff (America/Denver)
Nevada (America/Los_Angeles): Boulder City, Carson City, Elko, Ely, Fallon, Fernley, Henderson, Las Vegas, Mesquite, North Las Vegas, Reno, Sparks, West Wendover (America/Denver)
New Hampshire (America/New_York): Concord, Derry, Dover, Hanover, Keene, Laconia, Lebanon, Manchester, Merrimack, Nashua, Portsmouth, Rochester
New Jersey (America/New_York): Atlantic City, Camden, Cherry Hill, Clifton, Edison, Elizabeth, Hoboken, Jersey City, Newark, Paterson, Princeton, Toms River, Trenton
New Mexico (America/Denver): Alamogordo, Albuquerque, Carlsbad, Clovis, Farmington, Gallup, Hobbs, Las Cruces, Los Alamos, Rio Rancho, Roswell, Santa Fe, Taos
New York (America/New_York): Albany, Binghamton, Buffalo, Ithaca, New Rochelle, New York City, Niagara Falls, Plattsburgh, Rochester, Saratoga Springs, Schenectady, Syracuse, Utica, White Plains, Yonkers
North Carolina (America/New_York): Asheville, Cary, Chapel Hill, Charlotte, Concord, Durham, Fayetteville, Greensboro, Greenville, High Point, Raleigh, Wilmington, Winston-Salem
North Dakota (America/Chicago): Beulah (America/North_Dakota/Beulah), Bismarck, Devils Lake, Dickinson (America/Denver), Fargo, Grand Forks, Jamestown, Mandan (America/North_Dakota/New_Salem), Minot, Valley City, Wahpeton, West Fargo, Williston
Ohio (America/New_York): Akron, Athens, Canton, Cincinnati, Cleveland, Columbus, Dayton, Dublin, Lorain, Mansfield, Parma, Springfield, Toledo, Youngstown
Oklahoma (America/Chicago): Bartlesville, Broken Arrow, Edmond, Enid, Lawton, Midwest City, Moore, Muskogee, Norman, Oklahoma City, Shawnee, Stillwater, Tulsa
Oregon (America/Los_Angeles): Ashland, Beaverton, Bend, Corvallis, Eugene, Gresham, Hillsboro, Klamath Falls, Medford, Ontario (America/Boise), Pendleton, Portland, Salem
Pennsylvania (America/New_York): Allentown, Altoona, Bethlehem, Erie, Harrisburg, Johnstown, Lancaster, Philadelphia, Pittsburgh, Reading, Scranton, State College, Wilkes-Barre, York
Rhode Island (America/New_York): Bristol, Central Falls, Cranston, Cumberland, East Providence, Newport, Pawtucket, Providence, Warwick, West Warwick, Westerly, Woonsocket
South Carolina (America/New_York): Aiken, Anderson, Charleston, Columbia, Florence, Greenville, Hilton Head Island, Mount Pleasant, Myrtle Beach, North Charleston, Rock Hill, Spartanburg, Summerville
South Dakota (America/Chicago): Aberdeen, Brookings, Deadwood (America/Denver), Huron, Mitchell, Pierre, Rapid City (America/Denver), Sioux Falls, Spearfish (America/Denver), Sturgis (America/Denver), Vermillion, Watertown, Yankton
Tennessee (America/Chicago): Bristol (America/New_York), Chattanooga (America/New_York), Clarksville, Cleveland (America/New_York), Cookeville, Franklin, Jackson, Johnson City (America/New_York), Kingsport (America/New_York), Knoxville (America/New_York), Memphis, Murfreesboro, Nashville, Oak Ridge (America/New_York)
Texas (America/Chicago): Amarillo, Arlington, Austin, Corpus Christi, Dallas, El Paso (America/Denver), Fort Worth, Galveston, Houston, Laredo, Lubbock, McAllen, Plano, San Antonio, Waco
Utah (America/Denver): Cedar City, Layton, Logan, Moab, Ogden, Orem, Park City, Provo, Salt Lake City, Sandy, St. George, West Jordan, West Valley City
Vermont (America/New_York): Barre, Bennington, Brattleboro, Burlington, Essex Junction, Middlebury, Montpelier, Newport, Rutland, South Burlington, St. Albans, Stowe, Winooski
Virginia (America/New_York): Alexandria, Arlington, Blacksburg, Charlottesville, Chesapeake, Hampton, Lynchburg, Newport News, Norfolk, Richmond, Roanoke, Virginia Beach, Williamsburg
Washington (America/Los_Angeles): Bellevue, Bellingham, Everett, Kennewick, Kent, Olympia, Renton, Seattle, Spokane, Tacoma, Vancouver, Walla Walla, Wenatchee, Yakima
West Virginia (America/New_York): Beckley, Bluefield, Bridgeport, Charleston, Clarksburg, Fairmont, Huntington, Lewisburg, Martinsburg, Morgantown, Parkersburg, Weirton, Wheeling
Wisconsin (America/Chicago): Appleton, Eau Claire, Green Bay, Janesville, Kenosha, La Crosse, Madison, Milwaukee, Oshkosh, Racine, Sheboygan, Waukesha, Wausau
Wyoming (America/Denver): Casper, Cheyenne, Cody, Evanston, Gillette, Green River, Jackson, Lander, Laramie, Powell, Riverton, Rock Springs, Sheridan
`

const states = new Map(
  table
    .trim()
    .split('\n')
    .map((line) => {
      const [state = '', cities = ''] = line.split(': ')
      const { name, zone = '' } = named(state)
      const zones = cities.split(', ').map(named)
      return [name, { zone, zoneByCity: new Map(zones.map((city) => [city.name, city.zone ?? zone])) }]
    }),
)

export const stateNames: readonly string[] = [...states.keys()]

function named(text: string): { name: string; zone?: string | undefined } {
  const [name = '', zone] = text.split(/ \(|\)/)
  return { name, zone }
}
